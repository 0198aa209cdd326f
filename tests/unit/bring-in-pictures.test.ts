import { expect, test } from 'vitest';
import type { NewPost } from '../../src/contract/posts.ts';
import type { FoundText } from '../../src/data/writing/bring-in/found-writing.ts';
import { json, openOwnBackend, status } from './support/backend.ts';
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

test.each(['draft', 'post'] as const)(
  'A fetched picture that is swept before its %s is brought in stays on the other site, and its author is told',
  async (kind) => {
    await using _ = openDevice();
    await using backend = await openOwnBackend(({ method }) =>
      method === 'PUT' ? status(204) : json({ _id: 'x', version: 1 }, {}, 201),
    );
    const { readDraft } = await import('../../src/data/drafts/drafts.ts');
    const { storeImage } = await import('../../src/data/images/stored-images.ts');
    const { sweepImages } = await import('../../src/data/images/sweep-images.ts');
    const { bringIn } = await import('../../src/data/writing/bring-in/bring-in.ts');
    const { PicturesOfFiles } = await import('../../src/data/writing/bring-in/pictures-of-files.ts');
    const fetched = new Map([
      [goneFrom, gone.name],
      [thereFrom, there.name],
    ]);
    // The app is opened in other tabs, while this one waits to bring the text in.
    await storeImage(gone.name, gone.bytes, 0);
    await sweepImages([], 1);
    await sweepImages([], day + 2);
    await storeImage(there.name, there.bytes);

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

    expect(brought).toMatchObject({ [`${kind}s`]: 1, refused: [], lostPictures: 1 });
    const imported = backend.received.find(({ path }) => path === '/blog/posts/import');
    expect(kind === 'draft' ? (await readDraft('d'))?.post : JSON.parse(imported?.body ?? '')).toMatchObject({
      ...written,
      content: `![](${goneFrom}) and ![](${there.address})`,
    });
  },
);
