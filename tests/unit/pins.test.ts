import { expect, test } from 'vitest';
import { openDevice } from './support/device.ts';
import { storeBackendAnswer } from './support/stored-reading.ts';
import { fakeServiceWorkerContainer } from './support/worker-container.ts';

const post = (imgUrl: string) => ({ _id: 'a', title: 'A title', content: 'Text', imgUrl });

/** Imports the functions that pin posts, and installs a worker that records the images it is asked to pin. */
async function openPins() {
  const device = openDevice();
  const container = fakeServiceWorkerContainer({ controlled: true });
  const pins = await import('../../src/reading/shown/pins.ts');
  const askedFor = () =>
    container.received.splice(0).flatMap((message) => (message.type === 'pin' ? message.images : []));
  return {
    ...pins,
    askedFor,
    async [Symbol.asyncDispose]() {
      container[Symbol.dispose]();
      await device[Symbol.asyncDispose]();
    },
  };
}

test('opening a pinned post after an edit pins the pictures of the old and new version', async () => {
  await using pins = await openPins();
  const [first, second] = ['https://example.org/1.png', 'https://example.org/2.png'];
  await storeBackendAnswer('/blog/posts/a', post(first), 1);
  await pins.pinPost(post(first));
  expect(pins.askedFor()).toEqual([first]);
  await storeBackendAnswer('/blog/posts/a', post(second));
  await pins.keepPictures(post(second));
  expect(pins.askedFor()).toEqual([second, first]);
});

test('opening a post that is no longer pinned pins no pictures', async () => {
  await using pins = await openPins();
  await pins.pinPost(post('https://example.org/1.png'));
  await pins.unpinPost(post(''));
  pins.askedFor();
  await pins.keepPictures(post('https://example.org/1.png'));
  expect(pins.askedFor()).toEqual([]);
});
