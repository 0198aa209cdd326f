import fc from 'fast-check';
import { CORE_SCHEMA, load } from 'js-yaml';
import { expect, test } from 'vitest';
import type { Post } from '../../src/contract/posts.ts';
import { markdownFile, splitMarkdown } from '../../src/text/file/markdown-file.ts';
import { postFile, versionFile } from '../../src/text/file/writing-files.ts';
import type { SourceFile } from '../../src/writing/import-texts/found-writing.ts';
import { readOwnMarkdown } from '../../src/writing/import-texts/read-own-markdown.ts';
import { modelRuns } from './support/model-runs.ts';

const runs = () => modelRuns({ properties: 2 });

/** Strings that have a meaning in YAML or for a parser of Markdown files. */
const marks = '---|\n|\r\n|...|: |"|\\|#|\ufeff|\u0085|\u2028|- |~|\'|{{|%YAML|\t|日'.split('|');

/** Generates strings that a post may contain: without NUL and lone surrogates. */
const stored = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'binary', maxLength }),
      fc.array(fc.constantFrom(...marks), { maxLength }).map((parts) => parts.join('')),
    )
    .filter((text) => !text.includes('\0') && text.isWellFormed());

const fileOfPost = (part: Partial<Post>) =>
  postFile({ _id: 'some-id', title: '', imgUrl: '', content: '', version: 3, ...part });

const fileOf = (path: string, text: string): SourceFile => ({
  path,
  lastModified: 0,
  bytes: async () => new Uint8Array(new TextEncoder().encode(text)),
});

test('any metadata and content survive the round trip through a Markdown file', async () => {
  await fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(stored(50), fc.integer())),
      stored(200),
      (front, content) => {
        const split = splitMarkdown(markdownFile(front, content));
        expect(split.content).toBe(content);
        expect(load(split.front ?? '', { schema: CORE_SCHEMA }) ?? {}).toEqual({ ...front });
      },
    ),
    runs(),
  );
});

test('any post survives the round trip through its file', async () => {
  await fc.assert(
    fc.asyncProperty(
      stored(100),
      stored(50),
      stored(300),
      fc.date({ min: new Date(0), max: new Date('2026-01-01'), noInvalidDate: true }),
      async (title, imgUrl, content, date) => {
        const { name, input } = fileOfPost({ title, imgUrl, content, createdAt: date.toISOString() });
        expect(name).toMatch(/^posts\/[\p{L}\p{N}\p{M}-]+\.md$/u);
        const read = await readOwnMarkdown(fileOf(name, String(input)));
        expect(read).toMatchObject({
          post: { title, imgUrl, content },
          createdAt: date.toISOString(),
          id: 'some-id',
          version: 3,
        });
      },
    ),
    runs(),
  );
});

test('a date without a time survives the round trip through a file', async () => {
  const day = '2019-01-01T00:00:00.000-00:00';
  const { input } = fileOfPost({ createdAt: day, updatedAt: day });
  expect((await readOwnMarkdown(fileOf('a.md', String(input)))).createdAt).toBe(day);
  expect(String(input)).toContain(`updated: "${day}"`);
});

test('a post with any date, or none, has a file with a timestamp that zip supports', async () => {
  const times = [
    '+275760-09-13T00:00:00.000Z',
    '-000001-01-01T00:00:00.000Z',
    '+010000-01-01T00:00:00.000Z',
    'soon',
    '',
  ];
  for (const createdAt of times) {
    const files = [
      fileOfPost({ title: 'A', createdAt, updatedAt: createdAt }),
      versionFile('a', { version: 1, createdAt, title: 'A', imgUrl: '', content: '' }),
    ];
    for (const { lastModified } of files) {
      expect(lastModified.getFullYear()).toBeGreaterThanOrEqual(1980);
      expect(lastModified.getFullYear()).toBeLessThanOrEqual(2107);
    }
  }
});

test.for(['𠀀', '한', 'a\u0301', 'ä', 'x'])('the file name for a title of 300 times %s fits in 143 bytes', (letter) => {
  const [_id, createdAt] = ['0190a000-0000-7000-8000-000000000001', '2020-01-01T00:00:00.000Z'];
  const { name } = fileOfPost({ _id, title: letter.repeat(300), createdAt });
  const [, file = ''] = name.split('/');
  // Encrypted folders of ext4 and eCryptfs limit file names to 143 bytes.
  expect(new TextEncoder().encode(file).length).toBeLessThanOrEqual(143);
  expect(file).toMatch(/^2020-01-01-[\p{L}\p{M}]+-000000000001\.md$/u);
});
