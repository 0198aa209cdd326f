import { expect, test } from 'vitest';
import { samples } from '../../src/server/samples/samples.ts';
import { proseOf } from './support/prose.tsx';

/** A text's lines as a reader sees them, each with its element if that is not a paragraph. */
function linesOf(text: string): string[] {
  const prose = proseOf(text);
  for (const link of prose.querySelectorAll('.heading-link, .code-head')) link.remove();
  for (const end of prose.querySelectorAll('br')) end.replaceWith('\n');
  return [...prose.querySelectorAll('p, li, h2, h3, pre, hr, blockquote, td, th')]
    .filter((block) => block.localName !== 'blockquote' || block.children.length === 0)
    .flatMap((block) =>
      block.textContent
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => (block.localName === 'p' ? line : `${block.localName}: ${line}`)),
    );
}

test('paragraphs and line breaks of a plain text are as they were', () => {
  expect(linesOf('Dear all,\n\nthis is it.\nTruly.\r\n\r\nYours')).toEqual([
    'Dear all,',
    'this is it.',
    'Truly.',
    'Yours',
  ]);
});

test.each([
  'snake_case and __init__.py, 2 * 3 * 4, a*b*c? 5 < 6 > 4',
  '“Quotes”, ‘more’ – dashes — and … dots, 100% & more',
  'Costs $5, or #1 of 2; @ada; C#, C++ and C:\\Users\\ada',
  'An e-mail of 3-4 lines (see [which year?]) [1] [x]',
  'f(x) = y[0] | z, ~/.config, ^caret, `unclosed',
  'one 1) two 2) three - four • five',
  'זה טקסט. هذا نص. 漢字かな交じり文。',
])('%s', (text) => {
  expect(linesOf(text)).toEqual([text.replaceAll('__init__', 'init').replace('a*b*c', 'abc')]);
});

test('spaces inside a line stay', () => {
  expect(linesOf('a   b\tc')).toEqual(['a   b\tc']);
});

/** What a plain text may hold that looks different since posts are Markdown: what was written, and what is shown. */
const changed: [what: string, written: string, shown: string[]][] = [
  ['stars around words are emphasis', 'so *very* **good**', ['so very good']],
  ['underscores around a word are emphasis', 'so _very_ good', ['so very good']],
  ['a line that begins with # and a space is a heading', '# one\ntext', ['h2: one', 'text']],
  ['#word stays', '#one\ntext', ['#one', 'text']],
  ['lines that begin with - or * are a list', '- one\n- two', ['li: one', 'li: two']],
  ['a line that begins with a number and a dot is a list', '1986. What a year.', ['li: What a year.']],
  ['lines that begin with > are a quotation', '> one\n> two', ['one', 'two']],
  ['a line of --- is a rule', 'one\n\n---\n\ntwo', ['one', 'hr: ', 'two']],
  ['a line over --- or === is a heading', 'one\n---\ntwo', ['h2: one', 'two']],
  ['lines of | with a line of - below the first are a table', '|a|\n|-|\n|b|', ['th: a', 'td: b']],
  ['several empty lines are one', 'one\n\n\n\ntwo', ['one', 'two']],
  ['spaces before a line are none', 'one\n  two', ['one', 'two']],
  ['four spaces after an empty line are code, without them', 'one\n\n    two', ['one', 'pre: two']],
  ['backticks around words are code', 'run `npm ci`', ['run npm ci']],
  ['an unclosed fence is code to the end', '```\none\ntwo', ['pre: one', 'pre: two']],
  ['a backslash before a mark hides itself', '\\*one\\*', ['*one*']],
  ['a backslash at a line’s end is a line break', 'one\\\ntwo', ['one', 'two']],
  ['names of characters are the characters', 'a &amp; b &copy;', ['a & b ©']],
  ['words in brackets with an address behind are a link', '[one](https://example.org)', ['one']],
  ['a line that only defines a link is not shown', 'one\n\n[x]: https://example.org', ['one']],
  ['two tildes around words strike them out', '~~one~~', ['one']],
];

test.each(changed)('what looks different: %s', (_, written, shown) => {
  expect(linesOf(written)).toEqual(shown);
});

test.each(
  samples
    .map(({ title, content }) => [title, content])
    .filter(([, content]) => !/^(?:```|[-|>#] )/m.test(content ?? '')),
)('the sample “%s” reads as it is written', (_, content = '') => {
  expect(linesOf(content)).toEqual(content.split(/\n+/).map((line) => line.trim()));
});
