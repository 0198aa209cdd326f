import { expect, test } from 'vitest';
import { storeDraftImages } from '../../src/writing/pictures/store-draft-images.ts';
import { readStoredImages } from '../../src/writing/pictures/stored-images.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { fakeImage } from './support/images.ts';
import { draftOf, publishedAs, putRecords, recordOf } from './support/writing.ts';

const pictures = ['first', 'second'].map(fakeImage);
const content = pictures.map(({ address }) => `![](${address})`).join('\n\n');
const post = { title: 'Post', imgUrl: '', content };
const stored = async () => (await readStoredImages()).map(({ name }) => name).sort();
const names = pictures.map(({ name }) => name).sort();

/** Returns a `fetchImage` for a backend with these images, and the names of the images requested from it. */
const fetchFrom = (images = pictures) => {
  const asked: string[] = [];
  return {
    asked,
    fetchImage: async (name: string) => {
      asked.push(name);
      return images.find((image) => image.name === name)?.bytes ?? ('gone' as const);
    },
  };
};

test('fetches the pictures of an unpublished text once', async () => {
  await using _ = openDevice();
  await putRecords(recordOf('1', { draft: { text: post, origin: 'deleted post' } }));
  const { asked, fetchImage } = fetchFrom();
  await storeDraftImages(fetchImage);
  await storeDraftImages(fetchImage);
  expect(await stored()).toEqual(names);
  expect(asked).toHaveLength(2);
  // The images are stored as not uploaded, because the backend may remove them before the text is published.
  expect((await readStoredImages()).map(({ uploadedAt }) => uploadedAt)).toEqual([undefined, undefined]);
});

test('does not fetch the pictures of an edit of a published post', async () => {
  await using _ = openDevice();
  await putRecords(draftOf('1', { ...post, title: 'Edited' }, publishedAs('7', post)));
  const { asked, fetchImage } = fetchFrom();
  await storeDraftImages(fetchImage);
  expect(asked).toEqual([]);
});

test('skips a picture whose bytes do not match its name, and stores the next picture', async () => {
  await using _ = openDevice();
  using errors = catchErrors();
  await putRecords(draftOf('1', post));
  const [first, second] = pictures;
  const wrong = new TextEncoder().encode('<html>').buffer;
  await storeDraftImages(async (name) => (name === first?.name ? wrong : (second?.bytes ?? 'gone')));
  expect(await stored()).toEqual([second?.name]);
  expect(errors).toHaveBeenCalled();
});

test('requests no more pictures after a request without an answer', async () => {
  await using _ = openDevice();
  await putRecords(draftOf('1', post));
  let asked = 0;
  await storeDraftImages(async () => {
    asked += 1;
    return undefined;
  });
  expect(asked).toBe(1);
});
