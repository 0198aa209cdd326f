import { expect, test } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { codeToColour } from '../../src/text/markdown/code-blocks.ts';
import { highlight } from '../../src/text/markdown/highlight.ts';
import { parseMarkdown } from '../../src/text/markdown/parse-markdown.ts';
import { plainWords } from '../../src/text/markdown/plain-words.ts';

const many = (piece: string) => piece.repeat(Math.ceil(limits.content / piece.length)).slice(0, limits.content);
/** Fills a post with paragraphs of up to 9,900 characters, each of which repeats the piece. */
const paragraphs = (piece: string) => many(`${piece.repeat(Math.floor(9_900 / piece.length))}\n\n`);

const columns = (cell: string) => `${cell.repeat(1_000)}\n`;

const shapes: [name: string, text: string][] = [
  ...[
    '[ ![ [a](b ![a]( [^1] [a](#b) *_ _a `a ~a~~ <!-- < & &amp; http:// www. a@ 漢*字*'.split(' '),
    ['[a](b "', '[a][b] ', '*a **a ', 'a**bc* ', '``` ', '~~a ', '<a ', '\\', 'http://a.b/ ', 'www.a.b ', 'a@b.c '],
    ['e\u0301*'],
  ]
    .flat()
    .map((piece): [string, string] => [`paragraphs of ${piece}`, paragraphs(piece)]),
  ...['[', '*', '`', '|', '\t', ' ', '\0', '\r', '> ', '- ', '1. ', 'a'].map((piece): [string, string] => [
    `one line of ${JSON.stringify(piece)}`,
    many(piece),
  ]),
  ...[
    ['# a\n', '***\n', '- a\n', '1. a\n', '-\n', '> a\n', 'a\n', 'a\n\n', 'a\n=\n', '    a\n\n', '[a]: b\n'],
    ['[^1]: a\n', '[^1]: [^1]: ', '[^1]:\n    ', '# a {#b}\n', '# a\n{: #b}\n', '- <!-- a\n', '<!-- a --> b\n'],
    ['[a]: b "\n', '```a\n\n', '```\na\n```\n\n'],
  ]
    .flat()
    .map((piece): [string, string] => [`lines of ${JSON.stringify(piece)}`, many(piece)]),
  ['a table of a thousand columns', columns('|a') + columns('|-') + many(columns('|x'))],
  ['a table of a thousand columns and empty rows', columns('|a') + columns('|-') + many('a\n')],
  ['many footnotes', many(Array.from({ length: 60_000 }, (_, index) => `[^${index}]: [^${index + 1}]\n`).join(''))],
  [
    'footnotes in footnotes',
    many(Array.from({ length: 80 }, (_, depth) => `${'    '.repeat(depth)}[^${depth}]: a\n`).join('')),
  ],
  ['references to equal footnotes', `${many('[^1][^2]\n\n').slice(0, 900_000)}${'[^1]: a\n[^2]: b\n'.repeat(5_000)}`],
  ['many headings that are alike', `${'[a](#a-1) [b](#A_2)\n\n'.repeat(20_000)}${'# a\n# A\n# 1. a\n'.repeat(5_000)}`],
  ['many tables', many('|a|b|\n|-|-|\n|1|2|\n\n')],
  ['links to a long definition', `[x]: /${'a'.repeat(500_000)}\n\n${'[x]'.repeat(150_000)}`],
  [
    'many definitions',
    `${Array.from({ length: 30_000 }, (_, index) => `[r${index}]: /x\n`).join('')}\n${'[r1]'.repeat(50_000)}`,
  ],
  ['ever longer backticks', Array.from({ length: 1_400 }, (_, index) => '`'.repeat(index + 1)).join(' ')],
  [
    'lists in lists',
    Array.from({ length: 1_400 }, (_, depth) => `${'  '.repeat(depth)}- a`)
      .join('\n')
      .slice(0, limits.content),
  ],
  ['quotes and lists', many(`${'> - '.repeat(200)}a\n`)],
  ['brackets in brackets', `${'['.repeat(50_000)}a${'](b)'.repeat(50_000)}`],
];

test.each(shapes)('%s: the parser finishes before the test times out', (_, text) => {
  const markdown = parseMarkdown(text);
  for (const { language, text: code } of codeToColour(markdown)) highlight(language, code);
  if (markdown.kind === 'plain')
    expect(markdown.text).toBe(text.replaceAll('<!-- a -->', '').replaceAll(/\r\n?/g, '\n'));
  else for (const piece of plainWords(markdown)) expect(typeof piece).toBe('string');
});
