import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { summarise as summarisePieces } from '../../src/server/posts/summarise.ts';
import { indexEntryOf } from '../../src/server/search/index-entry.ts';
import { fuzzSeed } from '../test-run.ts';

const summarise = (text: string) => summarisePieces([text]);

test('a short text is its own summary, with its whitespace collapsed', () => {
  expect(summarise('  One.\r\n\n\tTwo\u00a0three. ')).toBe('One. Two three.');
  expect(summarise(' \n ')).toBe('');
  const full = 'w'.repeat(limits.summary);
  expect(summarise(full)).toBe(full);
});

test('the summary of a long text ends with the last word that fits, and an ellipsis', () => {
  expect(summarise(`${'a'.repeat(150)} ${'b'.repeat(48)} c`)).toBe(`${'a'.repeat(150)} ${'b'.repeat(48)}…`);
  expect(summarise(`${'a'.repeat(150)} ${'b'.repeat(49)} c`)).toBe(`${'a'.repeat(150)}…`);
});

test('a text whose last space is far back is cut between letters', () => {
  expect(summarise(`A ${'字'.repeat(300)}`)).toBe(`A ${'字'.repeat(limits.summary - 3)}…`);
  expect(summarise(`สวัสดี ${'ก'.repeat(300)}`)).toHaveLength(limits.summary);
});

test.each([
  ['a flag', '🇫🇷'],
  ['a family', '👨‍👩‍👧‍👦'],
  ['a letter with its accent', 'e\u0301'],
])('summarise does not cut %s in two', (_, cluster) => {
  for (let length = 1; length < cluster.length; length += 1) {
    const before = 'a'.repeat(limits.summary - 1 - length);
    expect(summarise(`${before}${cluster} x`)).toBe(`${before}…`);
  }
});

test('a letter with more combining marks than a summary has room for is cut', () => {
  expect(summarise(`a${'\u0301'.repeat(500)}`)).toHaveLength(limits.summary);
});

test('a single huge word is cut, but never inside a surrogate pair', () => {
  expect(summarise('w'.repeat(1_000_000))).toBe(`${'w'.repeat(limits.summary - 1)}…`);
  expect(summarise('😀'.repeat(500))).toBe(`${'😀'.repeat((limits.summary - 2) / 2)}…`);
});

test("any text's summary is the text's beginning, short enough and well-formed", () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 300 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), fc.constantFrom(' ', '\n\n', '\t'), (words, space) => {
      const content = words.join(space);
      const summary = summarise(content);
      expect(summary.length).toBeLessThanOrEqual(limits.summary);
      expect(summary.isWellFormed()).toBe(content.isWellFormed());
      expect(content.trim().replace(/\s+/gu, ' ').startsWith(summary.replace(/…$/, ''))).toBe(true);
    }),
    { seed: fuzzSeed() },
  );
});

test("a post's summary has no heading, code block or Markdown mark", () => {
  const post =
    '# Title\n\nSome **bold** words,\na [link](https://example.org) and `code`.\n\n```js\nlet a;\n```\n\n- one\n- two';
  expect(indexEntryOf({ title: '', content: post }).summary).toBe('Some bold words, a link and code. one two');
});
