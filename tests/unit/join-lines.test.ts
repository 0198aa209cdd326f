// @vitest-environment node
import { expect, test } from 'vitest';
import { joinLines } from '../../src/writing/import-texts/join-lines.ts';
import { scaled } from '../test-run.ts';

test.for<[string, string, string]>([
  [
    'a paragraph',
    'One sentence that its author\nwrapped at thirty characters.',
    'One sentence that its author wrapped at thirty characters.',
  ],
  ['paragraphs', 'One\ntwo.\n\nThree\nfour.\n', 'One two.\n\nThree four.\n'],
  ['a paragraph below a heading', '# A\nOne\ntwo', '# A\nOne two'],
  ['a heading of two lines', 'One\ntwo\n===\n\nThree', 'One two\n===\n\nThree'],
  ['indented lines', 'One\n   two\n     three', 'One two three'],
  ['a quote', '> One\n> two\nthree\n>\n> four\n> five', '> One two three\n>\n> four five'],
  ['items of a list', '- One\n  two\n- Three\nfour\n\n  five\n  six', '- One two\n- Three four\n\n  five six'],
  ['a list in a quote', '> 1. One\n>    two\n> 2. Three', '> 1. One two\n> 2. Three'],
  [
    'emphasis, links and code that span lines',
    'One **two\nthree** [four\nfive](https://a.b) `six\nseven`',
    'One **two three** [four five](https://a.b) `six seven`',
  ],
  ['emphasis at the end and beginning of lines', 'One **two**\n*three*', 'One **two** *three*'],
  ['a number that begins a line', 'It was in\n1986. And then', 'It was in 1986. And then'],
  ['Chinese', '这是一个\n句子。\n第二句', '这是一个句子。第二句'],
  [
    'Japanese with emphasis',
    'ブロック**引数**\n*参照*の「追加」、\nデフォルト',
    'ブロック**引数***参照*の「追加」、デフォルト',
  ],
  ['Japanese with emphasis that requires a space', '_大事_\nです', '_大事_ です'],
  ['Japanese and Latin', 'デフォルトの\nPrism\nへの変更', 'デフォルトの Prism への変更'],
  ['Korean', '이것은\n문장입니다', '이것은 문장입니다'],
])('joins the wrapped lines of %s', ([, content, joined]) => {
  expect(joinLines(content)).toBe(joined);
});

test.for([
  ['code', '```\na\nb\n```'],
  ['code of tildes in a list', '- a\n\n  ~~~\n  b\n  c\n  ~~~'],
  ['indented code', 'a\n\n    b\n    c'],
  ['a table', '| a | b |\n| - | - |\n| c | d |\n| e | f |'],
  ['a table without edges', 'a | b\n- | -\nc | d'],
  ['lines that end in two spaces', 'Rose  \nis a rose   \nis a rose'],
  ['lines that end in a backslash', 'Rose\\\nis a rose\\\nis a rose'],
  ['lines that end in <br>', 'Rose<br>\nis a rose<br />\nis a rose'],
  ['a quote with hard line breaks', '> Rose  \n> is a rose\\\n> is a rose'],
  ['HTML', '<div>\n<p>a\nb</p>\n</div>'],
  ['an MDX component', '<Note kind="a">\nb\n</Note>'],
  ['a comment', '<!-- a\nb\nc -->'],
  ['a list', '- a\n- b\n* c\n1. d\n2. e'],
  ['tasks', '- [ ] a\n- [x] b'],
  ['footnotes', 'a[^1] b[^2]\n\n[^1]: One\n[^2]: Two'],
  ['link definitions', '[a]\n\n[a]: https://a.b\n[b]: https://c.d'],
  ['templates', '{% raw %}\na\n{% endraw %}'],
  ['attribute lists', 'a\n{: .b}'],
  ['definitions', 'Word\n: What it means\n: And this'],
  ['abbreviations', '*[HTML]: A\n*[CSS]: B'],
  ['line blocks', '| Rose\n| is a rose'],
  ['pictures', '![a](b.jpg)\n![c](d.jpg)'],
  ['headings and rules', '# a\n## b\n***\nc'],
])('keeps the line breaks of %s', ([, content]) => {
  expect(joinLines(String(content))).toBe(content);
});

test('joinLines does not change a text that is too costly to format', () => {
  const content = 'a\n'.repeat(10) + '> '.repeat(200);
  expect(joinLines(content)).toBe(content);
});

test('joins the lines of a long text within two seconds', { timeout: scaled(2_000) }, () => {
  const content = 'word word word\n'.repeat(60_000);
  expect(joinLines(content).split('\n').length).toBeLessThan(3);
});
