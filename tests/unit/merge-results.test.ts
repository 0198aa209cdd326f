import { expect, test } from 'vitest';
import type { FoundText } from '../../src/app/search/device-answer.ts';
import {
  hasDeviceLost,
  mergeResults,
  type Result,
  type ShownResults,
  shownResults,
} from '../../src/app/search/merge-results.ts';
import type { Post } from '../../src/contract/posts.ts';

const server = (ids: string): Post[] => [...ids].map((_id) => ({ _id, title: _id, imgUrl: '', content: '' }));
const device = (ids: string): FoundText[] =>
  server(ids).map((post) => ({ ...post, kind: 'post', path: `/blog/${post._id}` }));

/** Returns the ids of the results, those from the device in capitals. */
const inWords = (results: Result[]): string =>
  results.map((result) => ('kind' in result ? result._id.toUpperCase() : result._id)).join('');

test("lists the device's results first, then the server's results without duplicates", () => {
  expect(inWords(mergeResults([], device('ab'), server('cbd')))).toBe('ABcd');
});

test('shown results keep their positions when new results arrive', () => {
  const shown: ShownResults = shownResults(server('bc'));
  expect(inWords(mergeResults(shown, device('ab'), server('bc')))).toBe('bcA');
  const later = shownResults(mergeResults(shown, device('ab'), server('bc')));
  expect(inWords(mergeResults(later, device('ab'), server('bcd')))).toBe('bcAd');
});

test('keeps a shown result while the device or the server still returns it', () => {
  const shown = shownResults(device('abc'));
  expect(inWords(mergeResults(shown, device('c'), server('a')))).toBe('aC');
});

test('reports that the device lost a result only if the server still returns it', () => {
  const shown = shownResults(device('ab'));
  const after = (ofDevice: string, ofServer: string) =>
    hasDeviceLost(shown, shownResults(mergeResults(shown, device(ofDevice), server(ofServer))));
  expect([after('ab', 'a'), after('a', 'ab'), after('a', 'c')]).toEqual([false, true, false]);
});
