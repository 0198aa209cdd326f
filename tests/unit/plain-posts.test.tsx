import { expect, test } from 'vitest';
import { proseOf } from './support/prose.tsx';

/** Returns the lines of a rendered text. Outside paragraphs, each begins with the name of its element. */
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

test('a plain text keeps its paragraphs and line breaks', () => {
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
])('shows every word of a plain text that contains Markdown characters: %s', (text) => {
  expect(linesOf(text)).toEqual([text.replaceAll('__init__', 'init').replace('a*b*c', 'abc')]);
});

test('a plain text keeps the spaces in its lines', () => {
  expect(linesOf('a   b\tc')).toEqual(['a   b\tc']);
});
