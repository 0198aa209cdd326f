import './support/records.ts';
import { expect, test, vi } from 'vitest';
import type { Post } from '../../src/contract/posts.ts';
import { findWriting } from '../../src/writing/bring-in/find-writing.ts';
import { compareWithOwn } from '../../src/writing/bring-in/what-is-there.ts';
import { addDraft } from '../../src/writing/record/record-store.ts';

const stored: Post[] = [];

vi.mock('../../src/writing/take-along/own-posts.ts', () => ({
  async *readOwnPosts() {
    yield* stored;
    return { kind: 'whole' };
  },
}));

const { signal } = new AbortController();

const areThere = async (...contents: string[]): Promise<boolean[]> => {
  const files = contents.map((content, at) => new File([content], `${at}.md`, { lastModified: Date.UTC(2021, 0, 1) }));
  const { texts } = await findWriting(files, () => undefined, signal);
  const comparison = await compareWithOwn(texts, { userId: 'u', email: undefined }, signal);
  return comparison.texts.map(({ isThere }) => isThere);
};

test("imports an undated text with pictures once, even if its file's date changes", async () => {
  const image = '/images/abc.jpg';
  const content = `Words ![sea](${image}) and ![](https://a.b/c.jpg).`;
  stored.push({ _id: 'p', title: 'A day', content, imgUrl: image, createdAt: '2020-01-01T00:00:00.000Z' } as Post);
  const written = '---\ntitle: A day\n---\n\nWords ![sea](./sea.jpg) and ![](https://a.b/c.jpg).';
  const others = [
    written.replace('A day', 'A night'),
    written.replace('Words', 'Other words'),
    written.replace('![sea]', '![shore]'),
    written.replace('![](https://a.b/c.jpg)', 'none'),
  ];
  expect(await areThere(written, ...others)).toEqual([true, false, false, false, false]);
});

test('an undated draft is recognised by its words, whatever date its file has', async () => {
  const find = async (content: string, year: number) => {
    const file = new File([content], 'notes.md', { lastModified: Date.UTC(year, 0, 1) });
    const { texts } = await findWriting([file], () => undefined, signal);
    const [compared] = (await compareWithOwn(texts, { userId: 'u', email: undefined }, signal)).texts;
    if (!compared) throw new Error('The file was not found');
    return compared;
  };
  const written = '---\ndraft: true\n---\n\nWords.';
  const { id, isThere } = await find(written, 2021);
  expect(isThere).toBe(false);
  const post = { title: 'notes', imgUrl: '', content: 'Words, and more.' };
  await addDraft(id, 'u', post, 1);
  expect(await find(written, 2022)).toMatchObject({ id, isThere: true });
  // A file of the same name with other words is another draft.
  expect((await find(written.replace('Words', 'Others'), 2021)).isThere).toBe(false);
});
