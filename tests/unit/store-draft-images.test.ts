import { expect, test } from 'vitest';
import { type Draft, saveDraft } from '../../src/data/drafts/drafts.ts';
import { storeDraftImages } from '../../src/data/images/store-draft-images.ts';
import { readImageBytes, readStoredImages } from '../../src/data/images/stored-images.ts';
import { putEntry } from '../../src/data/outbox/outbox-store.ts';
import { sendOutbox, storeImagesAfter } from '../../src/data/outbox/send-outbox.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { fakeImage } from './support/images.ts';
import { openLocks } from './support/locks.ts';
import { draftOf, entryOf, modelOf } from './support/outbox.ts';

const pictures = ['first', 'second'].map(fakeImage);
const content = pictures.map(({ address }) => `![](${address})`).join('\n\n');
const post = { title: 'Post', imgUrl: '', content };
const stored = async () => (await readStoredImages()).map(({ name }) => name).sort();
const names = pictures.map(({ name }) => name).sort();

/** A backend with these images. */
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

test('When a post has been deleted, its pictures come to the device with the draft of its text', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  await putEntry(entryOf('Post', { work: { kind: 'delete', postId: '7', post } }));
  const model = { ...modelOf(undefined, { knowsKeys: true }), ...fetchFrom() };
  await storeImagesAfter(await sendOutbox({ userId: '42', transport: model, scope: 'all' }), model);
  expect(await stored()).toEqual(names);
  const [first] = pictures;
  expect(await readImageBytes(first?.name ?? '')).toEqual(first?.bytes);
  // Publishing uploads them again, as the backend may have removed them by then.
  expect((await readStoredImages()).map(({ uploadedAt }) => uploadedAt)).toEqual([undefined, undefined]);
});

test('When an edit finds its post deleted, the pictures come to the device with the draft', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  const base = { version: 1, etag: '"1"', texts: post };
  await putEntry(entryOf('Post', { id: 'edit-1', work: { kind: 'edit', postId: '7', base, post } }));
  const model = { ...modelOf(() => ({ kind: 'gone' }), { knowsKeys: true }), ...fetchFrom() };
  await storeImagesAfter(await sendOutbox({ userId: '42', transport: model, scope: 'all' }), model);
  expect(await stored()).toEqual(names);
});

test.each<[string, Partial<Draft>]>([
  ['the draft of a deleted post', { origin: 'deleted post' }],
  ['the draft of an edit of a deleted post', { origin: 'edit of a deleted post' }],
  ['one that was opened since', { origin: 'typed' }],
])('Pictures of %s from before are fetched once', async (_, part) => {
  await using __ = openDevice();
  await saveDraft(draftOf('Post', { post, savedAt: Date.now(), ...part }));
  const { asked, fetchImage } = fetchFrom();
  await storeDraftImages(fetchImage);
  await storeDraftImages(fetchImage);
  expect(await stored()).toEqual(names);
  expect(asked).toHaveLength(2);
});

test('The pictures of an edit whose post is there are not fetched', async () => {
  await using _ = openDevice();
  const edit = { postId: '7', base: { version: 1, etag: '"1"', texts: post } };
  await saveDraft(draftOf('Post', { id: 'edit-1', post: { ...post, title: 'Edited' }, edit }));
  const { asked, fetchImage } = fetchFrom();
  await storeDraftImages(fetchImage);
  expect(asked).toEqual([]);
});

test('What is not the picture that its name says is not stored, and stops no other', async () => {
  await using _ = openDevice();
  using errors = catchErrors();
  await saveDraft(draftOf('Post', { post }));
  const [first, second] = pictures;
  const wrong = new TextEncoder().encode('<html>').buffer;
  await storeDraftImages(async (name) => (name === first?.name ? wrong : (second?.bytes ?? 'gone')));
  expect(await stored()).toEqual([second?.name]);
  expect(errors).toHaveBeenCalled();
});

test('Without an answer nothing more is asked for', async () => {
  await using _ = openDevice();
  await saveDraft(draftOf('Post', { post }));
  let asked = 0;
  await storeDraftImages(async () => {
    asked += 1;
    return undefined;
  });
  expect(asked).toBe(1);
});
