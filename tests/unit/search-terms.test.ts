import { expect, test } from 'vitest';
import { parseMarkdown } from '../../src/text/markdown/parse-markdown.ts';
import { canonicalTopic, isTopic, mayHaveTopics, splitTopics, topicsIn } from '../../src/text/markdown/topics.ts';
import { queryWords } from '../../src/text/search/search-queries.ts';
import { termsOf } from '../../src/text/search/search-terms.ts';
import { foldWord, wordsOf } from '../../src/text/search/search-words.ts';
import { scaled } from '../test-run.ts';

const words = (text: string) => [...wordsOf(text)].map(({ folded }) => folded);
const topics = (text: string) => topicsIn(parseMarkdown(text));

test('folding removes case, accents and variants of letters', () => {
  expect(['Straße', 'CRÈME', 'Ørsted', 'ﬁne', 'ＡＢＣ', 'أقفال'].map(foldWord)).toEqual([
    'strasse',
    'creme',
    'orsted',
    'fine',
    'abc',
    'اقفال',
  ]);
});

test('punctuation separates words; scripts without spaces become pairs of letters', () => {
  expect(words('**a** `max_retries`, 東京都! x1')).toEqual(['a', 'max', 'retries', '東京', '京都', '都', 'x1']);
});

test('ignores invisible characters within words and queries', () => {
  const texts = ['Donau\u00addampf', 'zero\u200bwidth', 'join\u2060er', 'می\u200cخواهم', '字\ufe00典', '\u200b\u2060'];
  expect(texts.map(words)).toEqual([['donaudampf'], ['zerowidth'], ['joiner'], ['میخواهم'], ['字典', '典'], []]);
  expect(queryWords('zero\u200bwid').map(({ start }) => start.term)).toEqual(['zerowid']);
});

test('the parts of a camel-case name begin at capitals', () => {
  expect([...wordsOf('getUserName HTTPServer')].map(({ folded, parts }) => [folded, parts])).toEqual([
    ['getusername', [3, 7]],
    ['httpserver', [4]],
  ]);
});

test('indexes words of a thousand accents or a million letters within ten seconds', { timeout: scaled(10_000) }, () => {
  termsOf({ title: 'e\u0301'.repeat(500), content: 'e\u0301\u0302'.repeat(300_000) });
  termsOf({ title: '', content: 'x'.repeat(1_000_000) });
  termsOf({ title: '', content: ']('.repeat(500_000) });
});

test('the terms of a long text are limited, and include the title and the first word', () => {
  const content = Array.from({ length: 90_000 }, (_, at) => `word${at}`).join(' ');
  const terms = termsOf({ title: 'Title', content });
  expect(terms.size).toBeLessThanOrEqual(60_000);
  expect([...terms].join('').length).toBeLessThanOrEqual(1_000_000);
  expect(terms.has('word0') && terms.has('title') && terms.has('«title')).toBe(true);
});

test('words whose letters fold to many letters have limited terms, and can be found', () => {
  const content = Array.from({ length: 200 }, (_, at) => `ﷺﷺ${at}`).join(' ');
  const terms = termsOf({ title: '', content });
  expect(Buffer.byteLength([...terms].join(''))).toBeLessThan(30 * Buffer.byteLength(content));
  expect(queryWords('ﷺﷺ199').every(({ start }) => terms.has(start.term))).toBe(true);
  expect(words('ﷺ'.repeat(40)).map(({ length }) => length)).toEqual([40]);
});

test('a query uses at most eight words, and matches short words only as a whole', () => {
  expect(queryWords('a b c d e f g h i j')).toHaveLength(8);
  expect(queryWords('go rust').map(({ start, inner }) => [start.isPrefix, inner !== undefined])).toEqual([
    [false, false],
    [true, true],
  ]);
  expect(queryWords('"*" … ()')).toEqual([]);
});

test('a topic is a word after a #, regardless of case', () => {
  expect(topics('#Rust and #rust, (#Web) at the end #größe. # Not ## this')).toEqual(['rust', 'web', 'größe']);
  expect(topics('## Heading with #topic\n\n- #list\n\n> #quote\n\n| #a |\n|-|\n| *#b* |')).toEqual([
    'topic',
    'list',
    'quote',
    'a',
    'b',
  ]);
});

test('code, addresses, numbers and words with a # inside are not topics', () => {
  const text = '`#code` C# a#b &#amp; #12 ##x [#link](#target) https://example.com/#part\n\n```\n#include <x>\n```';
  expect(topics(text)).toEqual([]);
  expect(topics('\\#escaped is still a word of the text')).toEqual(['escaped']);
});

test('a topic in a URL is valid only in its canonical form', () => {
  expect(['rust', 'größe', 'a_b', '東京'].filter(isTopic)).toHaveLength(4);
  expect(['Rust', '', '12', 'a b', 'a#b', '#a', 'x'.repeat(61), "a'b"].filter(isTopic)).toEqual([]);
  expect(canonicalTopic('GRO\u0308SSE')).toBe('grösse');
});

test('splitting a text at its topics loses no character', () => {
  const text = 'a #b c#d #E!';
  const written = splitTopics(text).map((piece) => (typeof piece === 'string' ? piece : piece.written));
  expect(written.join('')).toBe(text);
  expect([mayHaveTopics('nothing'), mayHaveTopics('# Heading'), mayHaveTopics('#x')]).toEqual([false, true, true]);
});

test('a word that normalisation makes too long is not a topic', () => {
  expect(splitTopics(`#${'\u0958'.repeat(31)}`)).toEqual([`#${'\u0958'.repeat(31)}`]);
});
