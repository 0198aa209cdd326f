import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from '../../src/server/process/printable.ts';

test('escapes control, bidi and invisible characters and lone surrogates only', () => {
  const given = [
    '\u001b[2J',
    '\u007f',
    '\u009b31m',
    'a\nb',
    '\u202egpj',
    '\u2066',
    '\u200b',
    '\ufeff',
    '\ud800',
    '\u{e0041}',
  ];
  expect(given.map(printable)).toEqual([
    '\\u001b[2J',
    '\\u007f',
    '\\u009b31m',
    'a\\u000ab',
    '\\u202egpj',
    '\\u2066',
    '\\u200b',
    '\\ufeff',
    '\\ud800',
    '\\udb40\\udc41',
  ]);
  for (const text of ['Zoë Čapek', 'שלום', '漢字', '😀', '"\\']) expect(printable(text)).toBe(text);
});

const texts = fc.string({
  unit: fc.oneof(fc.constantFrom('\u009b', '\u202e', '\n', '"', '\\', '\ud800'), fc.string({ unit: 'binary' })),
});

test('escaped JSON parses to the same value', () => {
  fc.assert(fc.property(texts, (text) => void expect(JSON.parse(printable(JSON.stringify(text)))).toBe(text)));
});
