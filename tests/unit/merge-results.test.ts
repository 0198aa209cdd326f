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

/** The device's in capitals. */
const inWords = (results: Result[]): string =>
  results.map((result) => ('kind' in result ? result._id.toUpperCase() : result._id)).join('');

test('lists results of the device first, then those of the server', () => {
  expect(inWords(mergeResults([], device('ab'), server('cbd')))).toBe('ABcd');
});

test('keeps shown results in place when the next answer comes', () => {
  const shown: ShownResults = shownResults(server('bc'));
  expect(inWords(mergeResults(shown, device('ab'), server('bc')))).toBe('bcA');
  const later = shownResults(mergeResults(shown, device('ab'), server('bc')));
  expect(inWords(mergeResults(later, device('ab'), server('bcd')))).toBe('bcAd');
});

test('takes a result from the other source when one loses it, and drops it when both do', () => {
  const shown = shownResults(device('abc'));
  expect(inWords(mergeResults(shown, device('c'), server('a')))).toBe('aC');
});

test('a result that the device has lost to the server is told from one that both have lost', () => {
  const shown = shownResults(device('ab'));
  const after = (ofDevice: string, ofServer: string) =>
    hasDeviceLost(shown, shownResults(mergeResults(shown, device(ofDevice), server(ofServer))));
  expect([after('ab', 'a'), after('a', 'ab'), after('a', 'c')]).toEqual([false, true, false]);
});
