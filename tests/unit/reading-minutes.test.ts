import { expect, test } from 'vitest';
import { readingMinutes } from '../../src/app/parts/readingMinutes.ts';

test.each([
  ['nothing', '', undefined],
  ['only space', ' \n\t ', undefined],
  ['a few words', 'one two three', 1],
  ['a thousand words', 'word '.repeat(1_000), 4],
  ['words over lines', 'word\n'.repeat(460), 2],
  ['a text without spaces', '漢'.repeat(1_350), 3],
  ['a text of both kinds', `${'word '.repeat(230)}${'かな'.repeat(225)}`, 2],
])('%s', (_, content, minutes) => {
  expect(readingMinutes({ content })).toBe(minutes);
});

test('what came with the page is believed', () => {
  expect(readingMinutes({ content: '', minutes: 7 })).toBe(7);
});
