import { expect, test } from 'vitest';
import { joinPages } from '../../src/reading/store/join-pages.ts';
import type { StoredPage } from '../../src/reading/store/stored-list.ts';

const page = (url: string, ...ids: string[]): StoredPage => ({ url, ids, call: 1, size: ids.length });

test('inserts an incomplete page where posts between two stored pages may be missing', () => {
  const joined = { ...page('?after=9', '8', '7'), isJoined: true, mayLack: true };
  const list = { url: '', pages: [page('', '11', '10', '9'), joined, page('?after=3', '2', '1')] };
  const { pages } = joinPages(list, 1, page('?after=9', '8', '7', '6'), { next: '?after=6', isDeleted: () => false });
  expect(pages.map(({ url, ids, mayLack = false }) => [url, ids.join(), mayLack])).toEqual([
    ['', '11,10,9', false],
    ['?after=9', '8,7,6', false],
    ['?after=6', '', true],
    ['?after=3', '2,1', false],
  ]);
});

test('a shorter new first page removes no listed post', () => {
  const ids = Array.from({ length: 20 }, (_, n) => String(40 - n));
  const list = { url: '', pages: [page('', ...ids), page('?after=21', '20', '19')] };
  const { pages } = joinPages(list, 0, page('', '41', '40'), { next: '?after=40', isDeleted: () => false });
  expect(pages.flatMap((each) => each.ids)).toEqual(['41', ...ids, '20', '19']);
});

test("joins the second page without a gap if the first page's last post is deleted", () => {
  const pages = [page('', '9', '8'), page('?after=8', '7', '6'), page('?after=6', '5')];
  const { pages: joined } = joinPages({ url: '', pages }, 0, page('', '10', '9'), {
    next: '?after=9',
    isDeleted: (id) => id === '8',
  });
  expect(joined.map(({ url, ids, mayLack = false }) => [url, ids.join(), mayLack])).toEqual([
    ['', '10,9', false],
    ['?after=9', '7,6', false],
    ['?after=6', '5', false],
  ]);
});
