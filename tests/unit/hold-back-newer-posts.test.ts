// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PostPage } from '../../src/reading/shown/blog-calls.ts';
import { holdBackNewerPosts } from '../../src/reading/shown/hold-back-newer-posts.ts';
import { fuzzSeed } from '../test-run.ts';

const post = (_id: string, title = _id) => ({ _id, title, imgUrl: '', content: '' });
/** Makes a page of each word, and a post of each letter. */
const pages = (words: string): PostPage[] =>
  words.split(' ').map((word) => ({ posts: [...word].map((id) => post(id)), next: undefined }));
const read = (list: PostPage[]) => list.map(({ posts }) => posts.map(({ _id }) => _id).join('')).join(' ');

test.each([
  ['new posts above the shown ones wait', 'abc', 'xyabc', 'abc'],
  ['new posts between the shown ones wait', 'abc', 'axbc', 'abc'],
  ['new posts below the shown ones appear', 'abc', 'abcde', 'abcde'],
  ['removed posts disappear', 'abc', 'xac', 'ac'],
  ['a post that moved to a later page stays', 'ab cd', 'xa bc', 'a bc'],
  ['if no shown post is left, all new posts wait', 'abc', 'xyz', 'abc'],
  ['an emptied list keeps the shown posts', 'abc', '', 'abc'],
])('%s', (_, shown, fresh, expected) => {
  expect(read(holdBackNewerPosts(pages(shown), pages(fresh)))).toBe(expected);
});

test('shown posts get their newest state', () => {
  const fresh = [{ posts: [post('x'), post('a', 'A newer title')], next: '/2' }];
  expect(holdBackNewerPosts(pages('a'), fresh)).toEqual([{ posts: [post('a', 'A newer title')], next: '/2' }]);
});

test('shown posts keep their order, and new posts never come before them', () => {
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
