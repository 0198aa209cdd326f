import { expect, test } from 'vitest';
import type { ReadList } from '../../src/app/hooks/merge-lists.ts';
import { withPage } from '../../src/app/hooks/with-page.ts';
import type { Post } from '../../src/contract/posts.ts';

const url = '/blog/posts?author=ada';
const postOf = (n: number): Post => ({
  _id: `${n}`,
  title: `${n}`,
  imgUrl: '',
  content: '',
  createdAt: new Date(1_700_000_000_000 + n * 1000).toISOString(),
  author: { id: 'ada', email: '', name: 'Ada' },
});

/** Returns a page of the posts from `newest` down to `oldest`. */
const pageOf = (newest: number, oldest: number) => ({
  posts: Array.from({ length: newest - oldest + 1 }, (_, n) => postOf(newest - n)),
  next: oldest > 1 ? `${url}&after=${oldest}` : undefined,
  isFromDevice: false,
});

const none: ReadonlyMap<string, ReadList> = new Map();
const twoPages = () => withPage(withPage(none, url, pageOf(6, 5), 'first'), url, pageOf(4, 3), 'next');
const read = (lists: ReadonlyMap<string, ReadList>) => {
  const list = lists.get(url);
  return { ids: list?.posts.map(({ _id }) => _id).join(' '), next: list?.next, hasFailed: list?.hasFailed };
};

test('withPage keeps the old posts if the refreshed first page contains one of them', () => {
  const after = read(withPage(twoPages(), url, pageOf(7, 6), 'first'));
  expect(after).toEqual({ ids: '7 6 5 4 3', next: `${url}&after=3`, hasFailed: false });
});

test('withPage drops the old posts if the refreshed first page contains none of them', () => {
  const after = read(withPage(twoPages(), url, pageOf(10, 9), 'first'));
  expect(after).toEqual({ ids: '10 9', next: `${url}&after=9`, hasFailed: false });
});

test('withPage keeps the posts if a refresh failed, and drops them if the list is gone', () => {
  const failed = read(withPage(twoPages(), url, 'failed', 'first'));
  expect(failed).toEqual({ ids: '6 5 4 3', next: `${url}&after=3`, hasFailed: true });
  expect(read(withPage(twoPages(), url, 'gone', 'first'))).toEqual({ ids: '', next: undefined, hasFailed: false });
});
