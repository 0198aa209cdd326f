import { expect, test } from 'vitest';
import type { NewPost } from '../../src/contract/posts.ts';
import type { FoundText } from '../../src/writing/bring-in/found-writing.ts';
import { type Backend, json, openOwnBackend, status } from './support/backend.ts';
import { openDevice } from './support/device.ts';
import { fakeImage } from './support/images.ts';

const day = 24 * 60 * 60 * 1000;

const [gone, there] = [fakeImage('gone'), fakeImage('there')];
const [goneFrom, thereFrom] = ['https://old.example/gone.jpg', 'https://old.example/there.jpg'];

const written: NewPost = { title: 'Old', imgUrl: goneFrom, content: `![](${goneFrom}) and ![](${thereFrom})` };

const textOf = (kind: FoundText['kind']): FoundText => ({
  kind,
  place: 'old.md',
  source: 'file:old.md',
  title: written.title,
  createdAt: '2020-01-01T00:00:00.000Z',
  updatedAt: null,
  isUndated: false,
  pictures: [goneFrom, thereFrom],
  versions: [],
  read: async () => written,
});

/** Brings in the text, whose pictures were fetched before. */
async function bringInText(kind: FoundText['kind']) {
  const { bringIn } = await import('../../src/writing/bring-in/bring-in.ts');
  const { PicturesOfFiles } = await import('../../src/writing/bring-in/pictures-of-files.ts');
  const fetched = new Map([
    [goneFrom, gone.name],
    [thereFrom, there.name],
  ]);
  const { brought } = await bringIn(
    { texts: [{ text: textOf(kind), id: 'd', isThere: false }], isSure: true },
    { userId: '42', token: 'abc', email: undefined, pictures: new PicturesOfFiles([]), fetched, site: '' },
    {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onPause: () => undefined,
      onFailing: async () => 'skip',
    },
  );
  return brought;
}

const openBackend = () =>
  openOwnBackend(({ method }) => (method === 'PUT' ? status(204) : json({ _id: 'x', version: 1 }, {}, 201)));

function importedOf({ received }: Backend): unknown {
  const imported = received.find(({ path }) => path === '/blog/posts/import');
  return JSON.parse(imported?.body ?? 'null');
}

test.each(['draft', 'post'] as const)(
  'A fetched picture that is swept before its %s is brought in stays on the other site, and its author is told',
  async (kind) => {
    await using _ = openDevice();
    await using backend = await openBackend();
    const { readPostRecord } = await import('../../src/writing/record/record-store.ts');
    const { storeImage } = await import('../../src/writing/pictures/stored-images.ts');
    const { sweepImages } = await import('../../src/writing/pictures/sweep-images.ts');
    // The app is opened in other tabs, while this one waits to bring the text in.
    await storeImage(gone.name, gone.bytes, 0);
    await sweepImages([], 1);
    await sweepImages([], day + 2);
    await storeImage(there.name, there.bytes);

    expect(await bringInText(kind)).toMatchObject({ [`${kind}s`]: 1, refused: [], lostPictures: 1 });
    expect(kind === 'draft' ? (await readPostRecord('d'))?.draft?.text : importedOf(backend)).toMatchObject({
      ...written,
      content: `![](${goneFrom}) and ![](${there.address})`,
    });
  },
);

test('A fetched picture that was published with a draft before its post is brought in is not lost', async () => {
  await using _ = openDevice();
  await using backend = await openBackend();
  const { markUploaded, readImageBytes, storeImage } = await import('../../src/writing/pictures/stored-images.ts');
  const { sweepImages } = await import('../../src/writing/pictures/sweep-images.ts');
  await storeImage(there.name, there.bytes);
  await storeImage(gone.name, gone.bytes);
  await markUploaded(gone.name, 1);
  const named = [{ title: '', imgUrl: '', content: `![](${there.address})` }];
  await sweepImages(named, 0);
  await sweepImages(named, 2 * 24 * 60 * 60 * 1000);
  expect(await readImageBytes(gone.name)).toBe(undefined);

  expect(await bringInText('post')).toMatchObject({ posts: 1, refused: [], lostPictures: 0 });
  expect(importedOf(backend)).toMatchObject({
    imgUrl: gone.address,
    content: `![](${gone.address}) and ![](${there.address})`,
  });
});
