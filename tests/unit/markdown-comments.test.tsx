import { expect, test } from 'vitest';
import { readingMinutes } from '../../src/app/text/reading-minutes.ts';
import { plainSummary } from '../../src/server/posts/summarise.ts';
import { indexEntryOf } from '../../src/server/search/index-entry.ts';
import { withoutComments } from '../../src/text/markdown/comments.ts';
import { asUnformatted, parseMarkdown } from '../../src/text/markdown/parse-markdown.ts';
import { topicsIn } from '../../src/text/markdown/topics.ts';
import { writtenTopics } from '../../src/text/markdown/written-topics.ts';
import { queryWords } from '../../src/text/search/search-queries.ts';
import { termsOf } from '../../src/text/search/search-terms.ts';
import { excerptOf, foldText } from '../../src/text/search/search-texts.ts';
import { scaled } from '../test-run.ts';
import { proseOf } from './support/prose.tsx';

const wordsOf = (text: string) =>
  [...proseOf(text).querySelectorAll('p,li,h2,h3,td,th,code')]
    .filter(({ children }) => ![...children].some(({ localName }) => localName === 'p'))
    .map(({ textContent }) => textContent.trim())
    .filter(Boolean)
    .join('|');

test.each([
  ['Before.\n\n<!-- more -->\n\nAfter.', 'Before.|After.'],
  ['Before.\n<!-- more -->\nAfter.', 'Before.|After.'],
  ['a <!-- b --> c', 'a  c'],
  ['a <!-- b\nc --> d', 'a  d'],
  ['<!-- a -->', ''],
  ['<!---->', ''],
  ['<!--> a', 'a'],
  ['<!---> a', 'a'],
  ['a <!--> b', 'a  b'],
  ['<!-- a -- b - c > d -->e', 'e'],
  ['<!-- a\n\nb\n\n# c\n- d\n-->\n\ne', 'e'],
  ['<!-- a\n\n```\nb -->\n\nc', 'c'],
  ['<!-- a --> b *c*\nd', 'b cd'],
  ['<!-- a --><!-- b --> c <!-- d -->', 'c'],
  ['<!-- a\nb --> c', 'c'],
  ['# a <!-- b -->', 'a'],
  ['- a\n- <!-- b -->\n- c <!-- d -->', 'a|c'],
  ['- a\n\n  <!-- b\n\n  c -->\n\n  d', 'a|d'],
  ['> a\n> <!-- b\n> c -->\n> d', 'a|d'],
  ['|a <!-- b -->|c|\n|-|-|\n|d|<!-- e -->|', 'a|c|d'],
  ['[a <!-- b -->](/c)', 'a'],
  ['- [x] a <!-- b -->', 'a'],
  ['Never closed.\n\n<!-- a\n\nb\n\n- c', 'Never closed.|<!-- a|b|c'],
  ['- a\n- <!-- b\n- c', 'a|<!-- b|c'],
  ['> <!-- a\n\nb', '<!-- a|b'],
  ['   <!-- a -->b', 'b'],
  [`${'word '.repeat(2_500)}<!-- b -->`, 'word '.repeat(2_500).trim()],
])('closed comments are not shown: %j is rendered as %j', (text, words) => {
  expect(wordsOf(text)).toBe(words);
});

const withoutComment = [
  ['`<!-- a -->`', '``a ` <!-- b -->``', '\\<!-- a -->', 'a <!-- b', 'a <!-- b\n\nc -->', '<! -- a -->', '<!- a -->'],
  ['a -->'],
].flat();

test.each(withoutComment)('%j has no comment, and is shown whole', (text) => {
  const shown = proseOf(text).textContent;
  expect(shown).toBe(text.replaceAll(/\n|^`+|`+$|\\/g, ''));
});

test('a comment within code is shown as code', () => {
  for (const text of ['```html\n<!-- a -->\n```', '    <!-- a -->', '~~~\n<!-- a\n\n-->\n~~~'])
    expect(proseOf(text).querySelector('code')?.textContent).toContain('<!-- a');
});

test('the words of a comment are in no summary, excerpt, search index or topic', () => {
  const content = 'Before. <!-- secret #hidden -->\n\n<!--\n\nsecretive\n-->\n\nAfter.';
  const entry = indexEntryOf({ title: 't', content });
  expect(entry.summary).toBe('Before. After.');
  expect(entry.topics).toEqual([]);
  expect([...entry.terms].filter((term) => term.includes('secret'))).toEqual([]);
  expect(foldText({ title: '', content }).all).not.toContain('secret');
  expect(excerptOf(content, queryWords('secret'))).toBeUndefined();
  expect(excerptOf(content, queryWords('after'))).toBe('Before. After.');
  expect(topicsIn(parseMarkdown(content))).toEqual([]);
  expect(writtenTopics(content)).toEqual([]);
  expect(plainSummary(content)).toBe('Before. After.');
  expect(asUnformatted('a <!-- b --> c')).toEqual({ kind: 'plain', text: 'a  c' });
  expect(readingMinutes({ content: `a <!-- ${'word '.repeat(2_000)}-->` })).toBe(1);
  expect(readingMinutes({ content: '<!-- word -->' })).toBeUndefined();
});

test('a summary omits even a comment of thousands of characters', () => {
  const content = `Before. <!-- ${'secret '.repeat(500)}--> After.`;
  expect(indexEntryOf({ title: '', content }).summary).toBe('Before. After.');
  expect(plainSummary(content)).toBe('Before. After.');
});

test('comments in code, and escaped comments, are indexed for search', () => {
  const content = '```html\n<!-- wanted -->\n```\n\nor `<!-- inline -->` \\<!-- escaped';
  expect(withoutComments(content)).toBe(content);
  expect([...termsOf({ title: '', content })]).toEqual(expect.arrayContaining(['wanted', 'inline', 'escaped']));
});

test.each([
  ['many unclosed comments', 'a <!-- '],
  ['unclosed comments after code', '`a` <!-- `'],
  ['quotes that open a comment', '> <!--\n\n'],
  ['list items that open a comment', '- <!--\n'],
  ['fences around unclosed comments', '```\n<!--\n```\n'],
  ['surplus ends of comments', '<!-- --> --> '],
  ['adjacent comments', '<!-- -->'],
])('%s: a million characters are searched for comments within 20 seconds', { timeout: scaled(20_000) }, (_, piece) => {
  const text = piece.repeat(1_000_000 / piece.length);
  withoutComments(text);
  parseMarkdown(text);
});

test('withoutComments removes the same comments as the parser', () => {
  for (const text of [
    'a <!-- b --> c',
    '<!-- b\n\nc -->d',
    '`a <!-- b` c --> d',
    '~~~\n<!-- a\n~~~\n<!-- b -->',
    '<!-- a',
  ])
    expect(proseOf(withoutComments(text)).textContent.trim()).toBe(proseOf(text).textContent.trim());
});
