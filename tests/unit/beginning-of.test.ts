import { expect, test } from 'vitest';
import { indexEntryOf } from '../../src/server/search/index-entry.ts';
import { beginningOf } from '../../src/text/markdown/beginning-of.ts';

const far = `\n\n${'word '.repeat(1_000)}\n\n`;

test.each([
  ['a [b][c].', '[c]: /d', 'a b.'],
  ['a [b].', '[b]: https://a.example "title"', 'a b.'],
  ['a ![b][c].', '[c]: /images/d.webp', 'a b.'],
  ['a.[^1]', '[^1]: Far away.', 'a.'],
  ['a\n\n<!-- b', '--> c', 'a'],
])('the summary of %j is plain text, even if %j follows far below', (text, definition, words) => {
  expect(indexEntryOf({ title: '', content: text + far + definition }).summary).toMatch(
    new RegExp(`^${words.replaceAll('.', '\\.')}(?: word|$| c)`),
  );
});

test('beginningOf returns a string of bounded length, despite many link definitions', () => {
  const text = `a\n${'[b]: /c\n'.repeat(100_000)}`;
  expect(beginningOf(text, 2_000).length).toBeLessThan(13_000);
  expect(beginningOf('a b', 2_000)).toBe('a b');
  expect(beginningOf('[a]: '.repeat(200_000), 10).length).toBeLessThan(13_000);
});
