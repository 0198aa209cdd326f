import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { bringIn } from '../../src/data/writing/bring-in/bring-in.ts';
import type { FoundText, SourceFile } from '../../src/data/writing/bring-in/found-writing.ts';
import { PicturesOfFiles } from '../../src/data/writing/bring-in/pictures-of-files.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What the backend was sent, in order. */
const sent: string[] = [];
let sleepAt: string | undefined;

function arrives(what: string): void {
  sent.push(what);
  if (what !== sleepAt) return;
  sleepAt = undefined;
  vi.setSystemTime(Date.now() + 9 * dayMs);
}

vi.mock('../../src/data/images/prepare-image.ts', () => ({
  prepareImage: async () => ({ kind: 'prepared', name: 'made.webp', bytes: new ArrayBuffer(8) }),
}));

vi.mock('../../src/data/api/images.ts', () => ({ putImage: async (name: string) => arrives(name) }));

vi.mock('../../src/data/api/import-post.ts', () => ({
  async importPost({ title }: { title: string }) {
    const isNew = !sent.includes(title);
    arrives(title);
    return { isNew };
  },
}));

vi.mock('../../src/data/writing/own-posts.ts', () => ({
  async *readOwnPosts() {
    yield* [];
    return { kind: 'whole' };
  },
}));

afterEach(() => {
  vi.useRealTimers();
  sent.length = 0;
});

const found = (title: string): FoundText => {
  const post = { title, imgUrl: '', content: title.includes('without') ? 'Words.' : '![](logo.png)' };
  const at = '2020-01-01T00:00:00.000Z';
  return {
    kind: 'post',
    place: `${title}.md`,
    title,
    source: `file:${title}`,
    createdAt: at,
    updatedAt: at,
    isUndated: false,
    versions: [],
    pictures: [],
    read: async () => post,
  };
};

async function bring(...titles: string[]) {
  vi.useFakeTimers({ toFake: ['Date'] });
  const file: SourceFile = { path: 'logo.png', size: 3, lastModified: 0, bytes: async () => new Uint8Array([1, 2, 3]) };
  const texts = titles.map((title) => ({ text: found(title), id: title, isThere: false }));
  const to = {
    userId: '42',
    token: '',
    email: undefined,
    pictures: new PicturesOfFiles([file]),
    fetched: new Map(),
    site: '',
  };
  const { brought } = await bringIn({ texts, isSure: true }, to, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onPause: () => undefined,
    onFailing: async () => 'skip' as const,
  });
  return brought;
}

test('A picture that two posts name is uploaded once', async () => {
  expect(await bring('First', 'Second')).toMatchObject({ posts: 2, refused: [] });
  expect(sent).toEqual(['made.webp', 'First', 'Second']);
});

test('A post that took days to be brought in is brought in once more with its pictures, and counted once', async () => {
  sleepAt = 'First';
  expect(await bring('First')).toMatchObject({ posts: 1, refused: [], lostPictures: 0 });
  expect(sent).toEqual(['made.webp', 'First', 'made.webp', 'First']);
});

test('A picture of days ago is uploaded again for the next post that names it', async () => {
  sleepAt = 'One without';
  expect(await bring('First', 'One without', 'Last')).toMatchObject({ posts: 3 });
  expect(sent).toEqual(['made.webp', 'First', 'One without', 'One without', 'made.webp', 'Last']);
});
