import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from '../../src/server/process/printable.ts';

test.each<[given: string, escaped: string]>([
  ['\u001b[2J', '\\u001b[2J'],
  ['\u007f', '\\u007f'],
  ['\u009b31m', '\\u009b31m'],
  ['a\nb', 'a\\u000ab'],
  ['\u202egpj', '\\u202egpj'],
  ['\u2066', '\\u2066'],
  ['\u200b', '\\u200b'],
  ['\ufeff', '\\ufeff'],
  ['\ud800', '\\ud800'],
  ['\u{e0041}', '\\udb40\\udc41'],
  ...['Zoë Čapek', 'שלום', '漢字', '😀', '"\\'].map((text): [string, string] => [text, text]),
])('escapes control, bidi and invisible characters and lone surrogates only: %j', (given, escaped) => {
  expect(printable(given)).toBe(escaped);
});

const texts = fc.string({
  unit: fc.oneof(fc.constantFrom('\u009b', '\u202e', '\n', '"', '\\', '\ud800'), fc.string({ unit: 'binary' })),
});

test('escaped JSON parses to the same value', () => {
  fc.assert(fc.property(texts, (text) => void expect(JSON.parse(printable(JSON.stringify(text)))).toBe(text)));
});
