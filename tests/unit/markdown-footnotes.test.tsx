import { expect, test } from 'vitest';
import { renderFeedContent } from '../../src/server/pages/render-feed-content.ts';
import { indexEntryOf } from '../../src/server/search/index-entry.ts';
import { codeIn } from '../../src/text/markdown/code-blocks.ts';
import { imageAddresses } from '../../src/text/markdown/image-addresses.ts';
import { parseMarkdown } from '../../src/text/markdown/parse-markdown.ts';
import { plainWords } from '../../src/text/markdown/plain-words.ts';
import { topicsIn } from '../../src/text/markdown/topics.ts';
import { queryWords } from '../../src/text/search/search-queries.ts';
import { termsOf } from '../../src/text/search/search-terms.ts';
import { excerptOf, foldText } from '../../src/text/search/search-texts.ts';
import { proseOf } from './support/prose.tsx';

/** Returns the footnotes of a text in order, without the links back to their references. */
function notesOf(text: string): string[] {
  const prose = proseOf(text);
  for (const back of prose.querySelectorAll('.note-back')) back.remove();
  return [...prose.querySelectorAll('.notes > ol > li')].map(({ textContent }) => textContent.trim());
}

/** Returns the rendered text above the footnotes. */
function bodyOf(text: string): string {
  const prose = proseOf(text);
  prose.querySelector('.notes')?.remove();
  return prose.textContent;
}

test('a footnote stands at the end, and links lead to it and back', () => {
  const prose = proseOf('Rung twice.[^1]\n\n[^1]: Unconfirmed.\n\nMore.');
  const paragraphs = [...prose.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(paragraphs).toEqual(['Rung twice.1', 'More.', 'Unconfirmed. ↩︎']);
  const [there, back] = prose.querySelectorAll('a');
  const idOf = (link: Element | undefined) => link?.getAttribute('href')?.slice(1);
  expect(prose.querySelector(`#${idOf(there)}`)?.textContent).toContain('Unconfirmed.');
  expect(prose.querySelector(`#${idOf(back)}`)).toBe(there?.parentElement);
  const labels = [there, back].map((link) => link?.getAttribute('aria-label'));
  expect(labels).toEqual(['Footnote 1', 'Back to reference 1']);
  expect(prose.querySelector('section')?.getAttribute('aria-label')).toBe('Footnotes');
});

test.each([
  ['a[^1]\n\n[^1]: b', ['b']],
  ['a[^1]\n[^1]: b', ['b']],
  ['a[^why]\n\n[^why]: b *c* `d`', ['b c d']],
  ['a[^Why]\n\n[^wHY]: b', ['b']],
  ['a[^a note]\n\n[^a note]: b', ['b']],
  ['a[^漢字]\n\n[^漢字]: b', ['b']],
  ['a[^1]\n\n[^1]: b\nc', ['bc']],
  ['a[^1]\n\n[^1]: b\n\n    c\n\n    - d\n\ne', ['bcd']],
  ['a[^1]\n\n[^1]:\n    b', ['b']],
  ['a[^1]\n\n[^1]: https://a.example/b', ['https://a.example/b']],
  ['a[^1]\n\n[^1]: <https://a.example/b> "c"', ['https://a.example/b "c"']],
  ['a[^2] b[^1]\n\n[^1]: c\n[^2]: d', ['d', 'c']],
  ['a[^1]\n\n[^1]: b[^2]\n\n[^2]: c', ['b2', 'c']],
  ['a[^1] b[^3]\n\n[^1]: c[^2]\n[^2]: d\n[^3]: e', ['c3', 'e', 'd']],
  ['> a[^1]\n>\n> [^1]: b', ['b']],
  ['- a[^1]\n\n  [^1]: b', ['b']],
  ['# a[^1]\n\n[^1]: b', ['b']],
  ['|a[^1]|\n|-|\n|b[^2]|\n\n[^1]: c\n[^2]: d', ['c', 'd']],
  ['a[^1]\n\n[^1]: > b', ['b']],
  ['a[^1]\n\n   [^1]: b', ['b']],
  ['a[^1]\n\n[^1]: b <!-- c -->', ['b']],
  ['a[^a\\*b]\n\n[^a\\*b]: c', ['c']],
])('the text %j has the footnotes %j', (text, notes) => {
  expect(notesOf(text)).toEqual(notes);
});

test('unused and duplicate footnotes are still shown', () => {
  const text = 'a[^1]\n\n[^2]: unused\n[^1]: b\n[^1]: again\n[^3]: c[^4]\n[^4]: d';
  expect(notesOf(text)).toEqual(['b', 'unused', 'again', 'c5', 'd']);
  expect(notesOf('[^1]: alone')).toEqual(['alone']);
  expect(proseOf('[^1]: alone').querySelector('.note-back')).toBeNull();
});

test.each(['a[^1]', 'a[^]', 'a[^ ]', '`a[^1]`', 'a\\[^1]', 'a[^b[^c]]'])(
  'a reference without its footnote is shown as text: %j',
  (text) => {
    expect(bodyOf(`${text}\n\n[^2]: b`)).toBe(text.replaceAll(/[`\\]/g, ''));
  },
);

test('code, escaped brackets and link definitions are not read as footnotes', () => {
  expect(bodyOf('`[^1]` \\[^1]\n\n[^1]: a')).toBe('[^1] [^1]');
  expect(proseOf('```\n[^1]: a\n```').querySelector('code')?.textContent).toBe('[^1]: a\n');
  expect(proseOf('    [^1]: a').querySelector('code')?.textContent).toBe('[^1]: a\n');
  expect(proseOf('[a]: /b\n\n[a]').querySelector('a')?.getAttribute('href')).toBe('/b');
  expect(proseOf('![a[^1]](https://a.example/b.png)\n\n[^1]: c').querySelector('img')?.alt).toBe('a[^1]');
});

test('a footnote links back to each of its references, and ids are unique', () => {
  const prose = proseOf(
    '# n-1\n\n# r-1\n\n# fn 1\n\nsome words[^a] and others[^a] here[^b] there[^a]\n\n[^a]: the first note[^a]\n[^b]: f',
  );
  const ids = [...prose.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const backs = [...prose.querySelectorAll('.note-back')];
  expect(backs.map((back) => back.getAttribute('aria-label'))).toEqual([
    'Back to reference 1',
    'Back to reference 1-2',
    'Back to reference 1-3',
    'Back to reference 1-4',
    'Back to reference 2',
  ]);
  for (const link of prose.querySelectorAll('a')) {
    const id = link.getAttribute('href')?.slice(1) ?? '';
    expect([id, ids.includes(id)]).toEqual([id, true]);
  }
});

test('a reference within a link is a plain number, and the footnote links back to it', () => {
  const prose = proseOf('[a[^1]](/b)\n\n[^1]: c');
  const [link, ...others] = prose.querySelectorAll(':scope > p a');
  expect([link?.textContent, others]).toEqual(['a1', []]);
  expect(prose.querySelector(`#${prose.querySelector('.note-back')?.getAttribute('href')?.slice(1)}`)).not.toBeNull();
});

test('a footnote is indexed, but is in the summary only if the text has nothing else', () => {
  const content = `Before.[^1] ${'word '.repeat(600)}\n\n[^1]: Noted #topic \`\`code\`\`.\n\n    ![a](https://a.example/b.png)\n\n    ~~~js\n    let a\n    ~~~`;
  const entry = indexEntryOf({ title: '', content });
  expect(entry.summary).toMatch(/^Before\. word word/);
  expect(indexEntryOf({ title: '', content: 'a[^1]\n\n[^1]: b' }).summary).toBe('a');
  expect(indexEntryOf({ title: '', content: '[^1]: b' }).summary).toBe('b');
  expect(entry.topics).toEqual(['topic']);
  expect(topicsIn(parseMarkdown(content))).toEqual(['topic']);
  expect([...termsOf({ title: '', content })]).toContain('noted');
  expect(foldText({ title: '', content }).all).toContain(' noted ');
  expect(excerptOf('a[^1]\n\n[^1]: Noted b', queryWords('noted'))).toBe('a Noted b');
  expect(imageAddresses(content)).toEqual(['https://a.example/b.png']);
  expect(codeIn(parseMarkdown(content)).map(({ text }) => text)).toEqual(['let a\n']);
  expect([...plainWords(parseMarkdown('a[^1]\n\n[^1]: b'))]).toEqual(['a', 'b']);
});

test("in a feed, references and footnotes link to the post's page, and have no ids", () => {
  const path = '/blog/0199c0de-0000-7000-8000-000000000000';
  const escaped = document.createElement('textarea');
  const content = 'a[^1][^2]\n\n[^1]: b\n[^2]: c';
  escaped.innerHTML = renderFeedContent({ kind: 'feed', content, origin: 'https://blog.example', path });
  const page = document.createElement('div');
  page.innerHTML = escaped.value;
  expect(page.querySelector('p')?.textContent).toBe('a[1][2]');
  expect([...page.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['b ↩︎', 'c ↩︎']);
  expect(page.querySelectorAll('[id],[class]')).toHaveLength(0);
  const there = [...proseOf(content).querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(
    there.map((hash) => `https://blog.example${path}${hash}`),
  );
});
