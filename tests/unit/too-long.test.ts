import { expect, test } from 'vitest';
import { lengthHint, tooLongWords } from '../../src/app/text/too-long.ts';

const post = (title: string, content = '') => ({ title, imgUrl: '', content });

test('lengthHint shows the length of a title from 250 of at most 300 characters', () => {
  expect(lengthHint('title', 'a'.repeat(249))).toBeUndefined();
  expect(lengthHint('title', 'a'.repeat(250))).toBe('250 of 300 characters');
});

test('lengthHint shows the length of the content only near a million characters', () => {
  expect(lengthHint('content', 'a'.repeat(800_000))).toBeUndefined();
  expect(lengthHint('content', 'a'.repeat(999_999))).toBe('999,999 of 1,000,000 characters');
});

test('tooLongWords tells the author to shorten a title or content beyond the limit', () => {
  expect(tooLongWords(post('a'.repeat(300)))).toBeUndefined();
  expect(tooLongWords(post('a'.repeat(301)))).toBe('Too long to publish. Shorten the heading to 300 characters.');
  expect(tooLongWords(post('', 'a'.repeat(1_000_001)))).toContain('Shorten the text to 1,000,000');
});
