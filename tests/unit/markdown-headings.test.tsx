import { expect, test } from 'vitest';
import { proseOf } from './support/prose.tsx';

/** Returns the words of the heading that the text's first link leads to. */
function ledTo(text: string): string | undefined {
  const prose = proseOf(text);
  const link = prose.querySelector('a:not(.heading-link)');
  const id = decodeURIComponent(link?.getAttribute('href')?.slice(1) ?? '');
  return [...prose.querySelectorAll('[id]')].find((heading) => heading.id === id)?.textContent;
}

test.each([
  ['#part-two', 'Part two', 'GitHub, Hugo, Jekyll'],
  ['#Part-two', 'Part two', 'Hexo'],
  ['#Part_two', 'Part two', 'MediaWiki'],
  ['#Part%20two', 'Part two', 'Obsidian'],
  ['#parttwo', 'Part two', 'early Ghost'],
  ['#s-part-two', 'Part two', 'our own'],
  ['#whats-new-in-v20', 'What’s new in v2.0?', 'GitHub'],
  ['#what-s-new-in-v2-0', 'What’s new in v2.0?', 'Hugo’s blackfriday'],
  ['#whats-new-in-v2.0', 'What’s new in v2.0?', 'Pandoc'],
  ['#a--b', 'A & B', 'GitHub'],
  ['#the-map-function', 'The `map()` *function*', 'GitHub'],
  ['#1-introduction', '1. Introduction', 'GitHub'],
  ['#introduction', '1. Introduction', 'kramdown, Pandoc'],
  ['#über-uns', 'Über uns', 'GitHub'],
  ['#%C3%BCber-uns', 'Über uns', 'a copied address'],
  ['#uber-uns', 'Über uns', 'Hugo, in ASCII'],
  ['#日本語-の見出し', '日本語 の見出し', 'GitHub'],
  ['#snake_case_name', 'snake_case_name', 'GitHub'],
  ['#section', '🎉', 'kramdown, Pandoc'],
  ['#custom', 'Title {#custom}', 'Hugo, kramdown, Pandoc'],
  ['#custom-id', 'Title {#custom-id .wide key=value}', 'Goldmark'],
  ['#title', 'Title {#custom}', 'the words all the same'],
  ['#custom', 'Title{#custom}', 'Docusaurus'],
  ['#c', 'Title {: #c}', 'kramdown'],
  ['#c', 'Title ## {#c}', 'PHP Markdown Extra'],
  ['#c', 'Title\n{: #c}', 'kramdown'],
  ['#c', 'Title\n{:#c .d}\nwords', 'kramdown'],
])('a link to %s leads to the heading %j (%s)', (link, heading) => {
  const shown = proseOf(`## ${heading.split(/ ?(?:## )?\{/)[0]?.trim()}`).querySelector('[id]')?.textContent;
  expect(ledTo(`[a](<${link}>)\n\n## Other\n\n## ${heading}`)).toBe(shown);
});

test('a link in any kind of block leads to a heading above or below the link', () => {
  for (const link of ['> [a](#b-c)', '|[a](#b-c)|\n|-|', '- [a](#b-c)', '[a]\n\n[a]: #b-c', '*[**a**](#b-c)*'])
    for (const text of [`${link}\n\n## B c`, `## B c\n\n${link}`]) expect(ledTo(text)).toBe('B c');
});

test('headings with the same words have different anchors', () => {
  const headings = '\n\n## Notes\n\n### Notes {#first-notes}\n\n## Notes';
  const idOf = (link: string) => proseOf(`[a](#${link})${headings}`).querySelector('a')?.getAttribute('href');
  const ids = ['notes', 'notes-1', 'notes-2', 'Notes-2', 'first-notes'].map(idOf);
  expect(ids).toEqual(['#s-notes', '#s-first-notes', '#s-notes-2', '#s-notes-2', '#s-first-notes']);
});

test('a link prefers a heading that matches exactly', () => {
  expect(ledTo('[a](#a-b)\n\n## Ab\n\n## A b')).toBe('A b');
  expect(ledTo('[a](#intro)\n\n## 1. Intro\n\n## Intro')).toBe('Intro');
  expect(ledTo('[a](#b)\n\n## B\n\n## Other {#b}')).toBe('Other');
  expect(ledTo('[a](#notes-1)\n\n## Notes\n\n## Notes\n\n## Notes 1')).toBe('Notes');
});

test("a heading's custom id is not shown, and becomes the heading's anchor", () => {
  const heading = proseOf('## Title {#my-id}').querySelector('[id]');
  expect([heading?.textContent, heading?.id]).toEqual(['Title', 's-my-id']);
});

const withoutId = [
  ['{#a}', 'Title \\{#a}', 'Title `{#a}`', 'Title {a}', 'Title {.a}', 'Title {#}', 'Title {#a b c}', 'Title #{a}'],
  ['Title {#a} more'],
].flat();

test.each(withoutId)('the heading %s has no custom id, and keeps its words', (words) => {
  expect(proseOf(`## ${words}`).querySelector('[id]')?.textContent).toBe(words.replaceAll(/[`\\]/g, ''));
});

test('a hostile custom id injects no element, and becomes a safe id', () => {
  for (const id of ['"><script>', "'onload=x", 'a&quot;b', 'constructor', '__proto__', '\u202e', '%00', '%E0%A4%A']) {
    const prose = proseOf(`[a](<#${id}>)\n\n## Title {#${id}}`);
    expect(prose.querySelector('script')).toBeNull();
    for (const { id: shown } of prose.querySelectorAll('[id]')) expect(shown).toMatch(/^s-[\p{L}\p{M}\p{N}_-]*$/u);
  }
});

test('a link that matches no heading keeps its URL', () => {
  for (const link of ['#nowhere', '#', '/blog/1#b', '?a#b', 'b#b'])
    expect(proseOf(`[a](${link})\n\n## B`).querySelector('a')?.getAttribute('href')).toBe(link);
});
