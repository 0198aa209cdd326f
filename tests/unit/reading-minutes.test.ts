import { expect, test } from 'vitest';
import { readingMinutes } from '../../src/app/text/reading-minutes.ts';

test.each([
  ['nothing', '', undefined],
  ['only space', ' \n\t ', undefined],
  ['a few words', 'one two three', 1],
  ['a thousand words', 'word '.repeat(1_000), 4],
  ['words over lines', 'word\n'.repeat(460), 2],
  ['a text without spaces', '漢'.repeat(1_350), 3],
  ['rare Chinese characters', '\u{20000}'.repeat(1_350), 3],
  ['a thousand emoji', '😀 '.repeat(1_000), 4],
  ['Thai', 'เช้าวันนี้ฉันเดินไปตลาดเพื่อซื้อปลาและผักสดกลับมาทำอาหารให้ครอบครัว'.repeat(140), 9],
  ['Khmer', 'ខ្ញុំស្រឡាញ់ភាសាខ្មែរ'.repeat(230), 5],
  ['Lao', 'ສະບາຍດີ'.repeat(920), 6],
  ['marks alone', '# - --- | ``` > *', undefined],
  ['a table', '| one | two |\n|---|---|\n'.repeat(200), 2],
  ['a text with and without spaces between words', `${'word '.repeat(230)}${'かな'.repeat(225)}`, 2],
])('estimates the reading time of %s', (_, content, minutes) => {
  expect(readingMinutes({ content })).toBe(minutes);
});

test('readingMinutes prefers the minutes that the server computed', () => {
  expect(readingMinutes({ content: '', minutes: 7 })).toBe(7);
});
