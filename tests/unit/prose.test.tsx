import { expect, test } from 'vitest';
import { parseMarkdown } from '../../src/text/markdown/parse-markdown.ts';
import { summaryWords } from '../../src/text/markdown/plain-words.ts';
import { htmlOf, proseOf } from './support/prose.tsx';

const linksIn = (text: string) => [...proseOf(text).querySelectorAll('a')].map((link) => link.getAttribute('href'));
const summaryOf = (text: string) => [...summaryWords(parseMarkdown(text))].join('|');

test('a bare URL becomes a link without a referrer', () => {
  const prose = proseOf('See https://example.org/a?b=c#d, and\n\nhttp://example.org.');
  const links = [...prose.querySelectorAll('a')];
  expect(links.map((link) => link.href)).toEqual(['https://example.org/a?b=c#d', 'http://example.org/']);
  expect(links.map((link) => link.rel)).toEqual(Array(2).fill('noopener noreferrer nofollow ugc'));
  expect([...prose.children].map(({ textContent }) => textContent)).toEqual([
    'See https://example.org/a?b=c#d, and',
    'http://example.org.',
  ]);
});

test.each([
  ['(https://example.org/a)', 'https://example.org/a'],
  ['https://example.org/a_(b)', 'https://example.org/a_(b)'],
  ['(see https://example.org/a_(b)).', 'https://example.org/a_(b)'],
  ['<https://example.org/x>', 'https://example.org/x'],
  ['www.example.org/x.', 'http://www.example.org/x'],
  ['Write to me@example.org.', 'mailto:me@example.org'],
  ['[here](/blog/1)', '/blog/1'],
])('%s links to %s', (text, link) => {
  expect(linksIn(text)).toEqual([link]);
});

test.each([
  'javascript:alert(1)',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '<javascript:alert(1)>',
  '[a](data:text/html,x)',
  '[a](vbscript:x)',
  'https://',
  'ftp://example.org',
  'main.rs, README.md and index.ts',
  `www.${'a.'.repeat(130)}bc`,
  '```\nhttps://example.org\n```',
])('no link is made of %s', (text) => {
  expect(linksIn(text)).toEqual([]);
});

test.each(['www.http://w0w', 'www.http-://w0w end', 'see www.a.b://c d'])(
  'a text that only begins like a URL loses no character: %s',
  (text) => {
    expect(proseOf(text).textContent).toBe(text);
  },
);

test('the text of a bare link is the URL as the author typed it', () => {
  expect(proseOf('https://example.org/%D1%84_x').textContent).toBe('https://example.org/%D1%84_x');
});

test("headings start at h2, below the page's title, and each links to itself", () => {
  const headings = [...proseOf('# How it works\n###### Deep\n# How it works\n# Über *uns*').querySelectorAll('[id]')];
  expect(headings.map(({ localName, id }) => [localName, id])).toEqual([
    ['h2', 's-how-it-works'],
    ['h6', 's-deep'],
    ['h2', 's-how-it-works-2'],
    ['h2', 's-über-uns'],
  ]);
  const levels = [...proseOf('### A\n##### B\n## C').querySelectorAll('[id]')].map(({ localName }) => localName);
  expect(levels).toEqual(['h3', 'h5', 'h2']);
  expect(linksIn('# A')).toEqual(['#s-a']);
  expect(proseOf('# A *b*').querySelector('a')?.getAttribute('aria-label')).toBe('Link to “A b”');
});

test('tables and code blocks are labelled, and can be scrolled with the keyboard', () => {
  const prose = proseOf('| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n```js\nlet a;\n```');
  const scrolled = [...prose.querySelectorAll('[tabindex="0"]')];
  expect(scrolled.map((element) => [element.localName, element.getAttribute('aria-label')])).toEqual([
    ['div', 'Table'],
    ['pre', 'JavaScript code'],
  ]);
  expect([...prose.querySelectorAll('td')].map(({ className }) => className)).toEqual(['align-center', 'align-right']);
});

test('a table row with too many cells puts the extra text into its last cell', () => {
  const cells = [...proseOf('> |a|b|\n> |-|-|\n> |1|2|3 \\| *4*|5|\n> 6').querySelectorAll('td')];
  expect(cells.map(({ textContent }) => textContent)).toEqual(['1', '2 | 3 | 4|5', '6', '']);
});

test('a task list shows disabled checkboxes with labels', () => {
  const prose = proseOf('- [ ] write\n- [x] read\n- [y] neither\n- [ ]');
  expect([...prose.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'write',
    'read',
    '[y] neither',
    '[ ]',
  ]);
  const boxes = [...prose.querySelectorAll('input')];
  expect(boxes.map((box) => [box.type, box.checked, box.disabled, box.getAttribute('aria-label')])).toEqual([
    ['checkbox', false, true, 'To do:'],
    ['checkbox', true, true, 'Done:'],
  ]);
  expect(prose.querySelector('button')).toBeNull();
});

test('each block has dir="auto", and code is always left to right', () => {
  const prose = proseOf('One\n\n# Two\n\n> three\n\n- four\n\n| a |\n|-|\n| b |\n\n```\nc\n```');
  const auto = [...prose.querySelectorAll('p, .prose-heading, th, td')].map((block) => block.getAttribute('dir'));
  expect(auto).toEqual(Array(5).fill('auto'));
  expect(prose.querySelector('.code')?.getAttribute('dir')).toBe('ltr');
});

test.each([
  ['> واحد', 'blockquote', 'rtl'],
  ['> one', 'blockquote', 'ltr'],
  ['- 1. `code` אחד\n- two', 'ul', 'rtl'],
  ['1. one\n\n   واحد\n\n2. two', 'ol', 'ltr'],
  ['- > واحد', 'ul', 'rtl'],
  ['| واحد | two |\n|-|-|\n| a | b |', '.prose-table', 'rtl'],
  ['- 1\n- 2', 'ul', null],
])('the direction of %j follows its first letter', (text, block, direction) => {
  expect(proseOf(text).querySelector(block)?.getAttribute('dir') ?? null).toBe(direction);
});

test.each([
  ['ts', 'TypeScript'],
  ['C++', 'C++'],
  ['py title="a.py"', 'Python'],
  ['brainfuck', 'brainfuck'],
  ['', 'Code'],
])('a code block with the info string %j is labelled %s', (mark, name) => {
  expect(proseOf(`\`\`\`${mark}\nx\n\`\`\``).querySelector('.code-language')?.textContent).toBe(name);
});

const digest = 'a'.repeat(64);

test.each(['https://images.example/a.png', 'http://images.example/a.png', `/images/${digest}-10x20.webp`])(
  '%s is shown as a picture',
  (url) => {
    const image = proseOf(`![A *cat*](${url} "title")`).querySelector('img');
    expect([image?.getAttribute('src'), image?.alt, image?.title, image?.getAttribute('loading')]).toEqual([
      url,
      'A cat',
      'title',
      'lazy',
    ]);
  },
);

test('an uploaded picture has the width and height that its URL names', () => {
  const image = proseOf(`![](/images/${digest}-640x480.webp)`).querySelector('img');
  expect([image?.width, image?.height, image?.className]).toEqual([640, 480, 'prose-image']);
});

test('the srcset of an uploaded picture has narrower widths, but no wider width', () => {
  const sourceSetOf = (size: string) => {
    const url = `/images/${digest}-${size}.webp`;
    const image = proseOf(`![](${url})`).querySelector('img');
    return [image?.getAttribute('srcset')?.replaceAll(url, 'it') ?? null, image?.getAttribute('sizes')];
  };
  expect(sourceSetOf('640x480')).toEqual(['it?width=240 240w,it?width=480 480w,it 640w', 'min(640px,100vw,42rem)']);
  expect(sourceSetOf('240x480')).toEqual([null, null]);
});

test.each([
  'data:image/png;base64,AAAA',
  'http://192.168.0.1/a.png',
  'http://localhost/a.png',
  '/samples/a.webp',
  '//images.example/a.png',
  'a.png',
  'javascript:alert(1)',
])('a picture from %s is not loaded; its alt text is shown', (url) => {
  const prose = proseOf(`![A cat](${url})`);
  expect(prose.querySelector('img')).toBeNull();
  expect(prose.textContent).toContain('A cat');
});

test('a page in a private network shows pictures of that network', () => {
  expect(proseOf('![x](http://192.168.0.1/a.png)', '192.168.0.7').querySelector('img')).not.toBeNull();
});

test('within a link, alt text replaces a refused picture, and adds no second link', () => {
  expect(htmlOf('[![A](b.png)](https://example.org)')).toContain('>A</a></p>');
  expect(linksIn('[![A](b.png)](https://example.org)')).toEqual(['https://example.org']);
});

test.each(['<b>bold</b>', '<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '<a href="/x">'])(
  'the HTML %s is shown as text',
  (text) => {
    expect(proseOf(`a ${text}`).textContent).toBe(`a ${text}`);
    expect(proseOf(text).querySelector('b, img, script, a')).toBeNull();
  },
);

test('a summary omits headings and code blocks, unless the text has nothing else', () => {
  expect(summaryOf('# A\n\nSome *bold* `code` and [a link](/b).\n\n- one\n\n```\nlet a\n```')).toBe(
    'Some bold code and a link.|one',
  );
  expect(summaryOf('# Only a heading')).toBe('Only a heading');
  expect(summaryOf('```\nlet a\n```')).toBe('let a\n');
  expect(summaryOf('')).toBe('');
});

test.each([
  ['quotes', '> '.repeat(1_000)],
  ['lists', Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
  ['marks of one kind', `${'*'.repeat(4_900)}a${'*'.repeat(4_900)}`],
  ['marks of two kinds', `${'*a _b '.repeat(900)}${'c_ d*'.repeat(900)}`],
  ['marks in an image’s text', `![${'~~a '.repeat(600)}${'b~~'.repeat(600)}](/c)`],
])('%s that are nested too deeply are shown unformatted, with a notice', (_, text) => {
  const prose = proseOf(text);
  expect(prose.querySelector('.prose-notice')).not.toBeNull();
  expect(prose.querySelector('.prose-notice + p')?.textContent).toBe(text);
});

test('a paragraph beyond the limits of formatting is shown as written', () => {
  const text = '![a'.repeat(5_000);
  expect(proseOf(`${text}\nb *c*`).textContent).toBe(`${text}b *c*`);
});
