import { expect, test } from 'vitest';
import { matchesIn } from '../../src/text/search/search-matches.ts';
import { queryWords } from '../../src/text/search/search-queries.ts';
import { excerptOf, foldText, rankOf } from '../../src/text/search/search-texts.ts';
import { library, missed, notWords, queries } from '../search-queries.ts';
import { scaled } from '../test-run.ts';

const folded = Object.entries(library).map(([title, content]) => ({ title, text: foldText({ title, content }) }));
const found = (query: string) =>
  folded.filter(({ text }) => rankOf(text, queryWords(query)) !== undefined).map(({ title }) => title);

test('finds the expected texts for 100 queries, except for the listed misses', () => {
  expect(queries.length).toBeGreaterThanOrEqual(100);
  const lost = queries.filter(([query, ...expected]) => !expected.every((title) => found(query).includes(title)));
  expect(lost.map(([query]) => query)).toEqual(missed.device);
  expect(notWords.flatMap(found)).toEqual([]);
});

const rank = (query: string, title: string, content: string) => rankOf(foldText({ title, content }), queryWords(query));

test('rankOf tells matches in a title, at the start of a word and within a word apart', () => {
  expect([rank('rust', 'Rusty', ''), rank('rust', '', 'rusty'), rank('rust', 'Frustration', '')]).toEqual([
    'title',
    'start',
    'inner',
  ]);
  expect(rank('rust nails', 'Rusty', 'nails')).toBe('start');
  expect([rank('rust nails', 'Rusty', ''), rank('', 'Rusty', '')]).toEqual([undefined, undefined]);
});

test('finds a short word as a whole word, and as a part of a name', () => {
  expect([rank('go', '', 'we go'), rank('go', '', 'gone ago'), rank('id', '', 'userId')]).toEqual([
    'start',
    undefined,
    'start',
  ]);
});

const excerpt = (query: string, content: string) => excerptOf(content, queryWords(query));

test('an excerpt begins at a word shortly before the first match, without Markdown', () => {
  const words = 'one two three four five six seven eight nine ten '.repeat(20);
  expect(excerpt('walrus', `# A **walrus** and \`its\` [ocelot](https://example.org)`)).toBe('A walrus and its ocelot');
  expect(excerpt('walrus', `${words}Walrus ${words}`)).toMatch(/^… (?:\w+ ){3,9}Walrus (?:\w+ )+\w* …$/);
  expect(excerpt('ocelot', 'walrus')).toBeUndefined();
  expect(excerpt('secret', 'see [this](https://secret.example), a secret')).toContain('a secret');
});

test('an excerpt of a text without spaces contains the match', () => {
  expect(excerpt('锁', `${'数据库'.repeat(100)}锁${'机制'.repeat(100)}`)?.slice(0, 90)).toContain('锁');
  expect(excerpt('train', `${'🚂'.repeat(100)}train`)?.isWellFormed()).toBe(true);
});

test('folds and searches a text of a million characters within ten seconds', { timeout: scaled(10_000) }, () => {
  for (const content of [
    'x'.repeat(1_000_000),
    ']('.repeat(500_000),
    'e\u0301'.repeat(300_000),
    '数据'.repeat(500_000),
  ]) {
    expect(rank('walrus', '', content)).toBeUndefined();
    excerpt('walrus', content);
  }
});

test('marks a short word beside an ellipsis, a dash or a quotation mark', () => {
  for (const text of ['on…to', 'on—to', '‘to’'])
    expect(matchesIn(text, 'to').map(([from, to]) => text.slice(from, to))).toEqual(['to']);
});
