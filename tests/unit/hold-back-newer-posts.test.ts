// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PostPage } from '../../src/reading/shown/blog-calls.ts';
import { holdBackNewerPosts } from '../../src/reading/shown/hold-back-newer-posts.ts';
import { fuzzSeed } from '../test-run.ts';

const post = (_id: string, title = _id) => ({ _id, title, imgUrl: '', content: '' });
/** Returns a page for each word, with a post for each letter. */
const pages = (words: string): PostPage[] =>
  words.split(' ').map((word) => ({ posts: [...word].map((id) => post(id)), next: undefined }));
const read = (list: PostPage[]) => list.map(({ posts }) => posts.map(({ _id }) => _id).join('')).join(' ');

test.each([
  ['holds back new posts above the shown posts', 'abc', 'xyabc', 'abc'],
  ['holds back new posts between the shown posts', 'abc', 'axbc', 'abc'],
  ['adds new posts below the shown posts', 'abc', 'abcde', 'abcde'],
  ['removes deleted posts', 'abc', 'xac', 'ac'],
  ['keeps a post that moved to a later page', 'ab cd', 'xa bc', 'a bc'],
  ['keeps the shown posts if the new list has none of them', 'abc', 'xyz', 'abc'],
  ['keeps the shown posts if the new list is empty', 'abc', '', 'abc'],
])('%s', (_, shown, fresh, expected) => {
  expect(read(holdBackNewerPosts(pages(shown), pages(fresh)))).toBe(expected);
});

test('updates shown posts to their newest version', () => {
  const fresh = [{ posts: [post('x'), post('a', 'A newer title')], next: '/2' }];
  expect(holdBackNewerPosts(pages('a'), fresh)).toEqual([{ posts: [post('a', 'A newer title')], next: '/2' }]);
});

test('new posts never appear above a shown post', () => {
  const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 12 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(ids, ids, (shown, fresh) => {
      const after = read(holdBackNewerPosts(pages(shown), pages(fresh)));
      const known = [...after].map((id) => shown.includes(id));
      expect(known.lastIndexOf(true)).toBeLessThanOrEqual(known.indexOf(false) === -1 ? 99 : known.indexOf(false));
    }),
    { seed: fuzzSeed() },
  );
});
