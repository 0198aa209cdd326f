import 'fake-indexeddb/auto';
import { v7 as uuid } from 'uuid';
import { expect, test, vi } from 'vitest';
import type { NewPost, Post } from '../../src/contract/posts.ts';
import { unpublishedFile } from '../../src/text/file/writing-files.ts';
import { compareWithOwn } from '../../src/writing/import-texts/compare-with-own.ts';
import { findWriting } from '../../src/writing/import-texts/find-writing.ts';
import type { FoundText } from '../../src/writing/import-texts/found-writing.ts';
import { importTexts } from '../../src/writing/import-texts/import-texts.ts';
import { PicturesOfFiles } from '../../src/writing/import-texts/pictures-of-files.ts';
import { readOwnFile } from '../../src/writing/import-texts/read-own-file.ts';
import { addDraft, readPostRecord } from '../../src/writing/record/record-store.ts';
import { sourceFile } from './support/source-file.ts';

vi.mock('../../src/writing/pictures/prepare-image.ts', () => ({
  prepareImage: async () => ({ kind: 'made', name: 'made.webp', bytes: new ArrayBuffer(8) }),
}));

/** The posts that the author has published. */
const ownPosts: Post[] = [];

vi.mock('../../src/writing/export-texts/own-posts.ts', () => ({
  async *readOwnPosts() {
    yield* ownPosts;
    return { kind: 'whole' };
  },
}));

const empty = { title: '', imgUrl: '', content: '' };

const draftOf = (source: string, post: NewPost): FoundText => ({
  kind: 'draft',
  place: 'd.md',
  source,
  title: 'Old',
  createdAt: '2020-01-01T00:00:00.000Z',
  updatedAt: null,
  isUndated: false,
  pictures: [],
  versions: [],
  read: async () => post,
});

/** Returns a file of our own export with a text that was never published. */
function unpublished(...file: Parameters<typeof unpublishedFile>) {
  const { name, input } = unpublishedFile(...file);
  return sourceFile(name, String(input));
}

test("PicturesOfFiles.make returns a picture's bytes again unless they are stored", async () => {
  const pictures = new PicturesOfFiles([sourceFile('logo.png', 'bytes')]);
  const nothing = () => false;
  expect(await pictures.make('logo.png', 'draft.md', nothing)).toMatchObject({ name: 'made.webp' });
  const forPost = await pictures.make('logo.png', 'post.md', nothing);
  expect(forPost?.bytes?.byteLength).toBe(8);
  expect(await pictures.make('logo.png', 'other.md', () => true)).toEqual({ name: 'made.webp' });
});

test('an import reports a damaged picture of our own export as lost', async () => {
  const name = `${'0'.repeat(64)}-1x1.png`;
  const text = draftOf('file:damaged', { ...empty, imgUrl: `/images/${name}` });
  const pictures = new PicturesOfFiles([sourceFile(`images/${name}`, 'not these bytes')]);
  const comparison = { texts: [{ text, id: 'damaged', isThere: false }], isSure: true };
  const { counts } = await importTexts(comparison, { ...to, pictures }, watching);
  expect(counts).toMatchObject({ drafts: 1, lostPictures: 1 });
});

test.each([
  ['https://old.example/wp-content/uploads/2012/a%20b.jpg?w=300', true],
  ['__GHOST_URL__/content/uploads/2012/a%20b.jpg', true],
  ['https://old.example/2013/a%20b.jpg', false],
  ['https://old.example/logo.png', false],
  ['data:image/png;base64,logo.png', false],
] as const)("finds an old site's picture only in a chosen copy of its uploads folder: %s", (address, isThere) => {
  const pictures = new PicturesOfFiles(['uploads/2012/a b.jpg', 'logo.png'].map((path) => sourceFile(path, 'bytes')));
  expect(pictures.has(address, 'export.xml')).toBe(isThere);
});

const to = {
  userId: '42',
  token: '',
  email: undefined,
  pictures: new PicturesOfFiles([]),
  site: '',
};
const watching = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
  onPause: () => undefined,
};

test('imports an unconfirmed post as a draft whose record id is the idempotency key', async () => {
  const key = uuid();
  const post = { ...empty, title: 'Waits' };
  const files = [
    unpublished('waiting', { id: key, post, savedAt: 1 }, { waits: 'publish' }),
    unpublished('waiting', { id: 'edit-1', post, savedAt: 5 }, { waits: 'edit' }),
  ];
  const { texts } = await readOwnFile(files, () => undefined);
  expect(texts.map(({ originalId }) => originalId)).toEqual([key, 'edit-1']);
  const [text] = texts;
  if (!text) throw new Error('Nothing was found');
  await importTexts({ texts: [{ text, id: key, isThere: false }], isSure: true }, to, watching);
  // The app sends a record's id as the idempotency key when it publishes the record.
  expect(await readPostRecord(key)).toMatchObject({ id: key, userId: '42', draft: { text: post } });
});

test('an import recognises a draft that is still stored on this device', async () => {
  const id = uuid();
  const post = { ...empty, title: 'Still here' };
  await addDraft(id, '42', post, 1);
  const { texts } = await readOwnFile([unpublished('drafts', { id, post, savedAt: 1 })], () => undefined);
  const compared = await compareWithOwn(texts, { userId: '42', email: undefined }, watching.signal);
  expect(compared.texts).toMatchObject([{ id, isThere: true }]);
});

test('an import does not replace a draft that another tab imported and edited', async () => {
  await addDraft('d', '42', { ...empty, title: 'Written on' }, 1);
  const text = draftOf('file:d', { ...empty, title: 'Old' });
  const { counts } = await importTexts({ texts: [{ text, id: 'd', isThere: false }], isSure: true }, to, watching);
  expect([counts.drafts, (await readPostRecord('d'))?.draft?.text.title]).toEqual([0, 'Written on']);
});

test('importing a draft with a future date stores no change date in the future', async () => {
  const id = uuid();
  const post = { ...empty, title: 'Planned' };
  const file = unpublished('drafts', { id, post, savedAt: Date.UTC(9999, 0, 1) });
  const { texts } = await readOwnFile([file], () => undefined);
  const [text] = texts;
  if (!text) throw new Error('Nothing was found');
  await importTexts({ texts: [{ text, id, isThere: false }], isSure: true }, to, watching);
  expect((await readPostRecord(id))?.changedAt).toBeLessThanOrEqual(Date.now());
});

test.each([
  ['', '/a/ and /b.jpg'],
  ['https://old.example/', 'https://old.example/a/ and https://old.example/b.jpg'],
])("an import replaces __GHOST_URL__ by the old blog's address, or removes it: %j", async (site, out) => {
  const id = `ghost-${site}`;
  const text = draftOf('ghost:d', { ...empty, content: '__GHOST_URL__/a/ and __GHOST_URL__/b.jpg' });
  await importTexts({ texts: [{ text, id, isThere: false }], isSure: true }, { ...to, site }, watching);
  expect((await readPostRecord(id))?.draft?.text.content).toBe(out);
});

/** Returns the posts and drafts in the files, each compared with the author's existing posts and drafts. */
async function compare(year: number, files: [name: string, content: string][]) {
  const lastModified = Date.UTC(year, 0, 1);
  const chosen = files.map(([name, content]) => new File([content], name, { lastModified }));
  const { texts } = await findWriting(chosen, () => undefined, watching.signal);
  return (await compareWithOwn(texts, { userId: 'u', email: undefined }, watching.signal)).texts;
}

test("recognises an undated post by title, words and pictures, not by the file's date", async () => {
  const image = '/images/abc.jpg';
  const content = `Words ![sea](${image}) and ![](https://a.b/c.jpg).`;
  ownPosts.push({ _id: 'p', title: 'A day', content, imgUrl: image, createdAt: '2020-01-01T00:00:00.000Z' } as Post);
  const written = '---\ntitle: A day\n---\n\nWords ![sea](./sea.jpg) and ![](https://a.b/c.jpg).';
  const texts = await compare(2021, [
    ['0.md', written],
    ['1.md', written.replace('A day', 'A night')],
    ['2.md', written.replace('Words', 'Other words')],
    ['3.md', written.replace('![sea]', '![shore]')],
    ['4.md', written.replace('![](https://a.b/c.jpg)', 'none')],
  ]);
  expect(texts.map(({ isThere }) => isThere)).toEqual([true, false, false, false, false]);
});

test("recognises an undated draft by file name and words, not by the file's date", async () => {
  const written = '---\ndraft: true\n---\n\nWords.';
  const [found] = await compare(2021, [['notes.md', written]]);
  if (!found) throw new Error('The file was not found');
  expect(found.isThere).toBe(false);
  await addDraft(found.id, 'u', { title: 'notes', imgUrl: '', content: 'Words, and more.' }, 1);
  expect(await compare(2022, [['notes.md', written]])).toMatchObject([{ id: found.id, isThere: true }]);
  // A file of the same name with other words is another draft.
  const others = await compare(2021, [['notes.md', written.replace('Words', 'Others')]]);
  expect(others.map(({ isThere }) => isThere)).toEqual([false]);
});
