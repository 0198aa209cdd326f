import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import type { NamedPost } from '../../src/server/posts/query-posts.ts';
import { library, missed, notWords, queries } from '../search-queries.ts';
import { scaled } from '../test-run.ts';
import { expectRefusal, nextOf, pagesFrom, read, type TestBackend } from './support/backend.ts';
import { backends, sqlite, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

const searchPath = (query: string) => `${callPaths.posts}?${new URLSearchParams({ q: query })}`;

async function search(backend: TestBackend, query: string): Promise<NamedPost[]> {
  const answer = await backend.request(searchPath(query));
  expect(answer.status, query).toBe(200);
  return read<NamedPost[]>(answer);
}

const titlesFound = async (backend: TestBackend, query: string) =>
  (await search(backend, query)).map(({ title }) => title);

test('a result has all words of the query; Markdown and URLs are not searched', async ({ backend, author }) => {
  await backend.publish(author, { title: 'Both', content: 'red and [blue](https://hidden.example/secret "x")' });
  await backend.publish(author, { title: 'One', content: 'red alone' });
  expect(await titlesFound(backend, 'red blue')).toEqual(['Both']);
  expect(await titlesFound(backend, 'red green')).toEqual([]);
  expect(await titlesFound(backend, 'secret')).toEqual([]);
  for (const nothing of ['', ' ', '**', '# !', '"']) expect(await titlesFound(backend, nothing)).toEqual([]);
});

test('a hundred queries find the expected posts, except known misses', { on: stores }, async ({ backend, author }) => {
  for (const [title, content] of Object.entries(library))
    expect((await backend.publish(author, { title, content })).status).toBe(201);
  const lost: string[] = [];
  for (const [query, ...expected] of queries) {
    if ((await titlesFound(backend, query)).toSorted().join() !== expected.toSorted().join()) lost.push(query);
  }
  expect(lost).toEqual(missed.server);
  for (const query of notWords) expect(await titlesFound(backend, query)).toEqual([]);
});

test('title matches come first, then words, then parts of words, each newest first', async ({ backend, author }) => {
  const texts = [
    ['in a title: rust', ''],
    ['text 1', 'rusty nails'],
    ['middle', 'frustration'],
    ['text 2', 'Rust, too'],
    ['Rust in another title', ''],
  ] as const;
  for (const [title, content] of texts) await backend.publish(author, { title, content });
  const titles = ['Rust in another title', 'in a title: rust', 'text 2', 'text 1', 'middle'];
  expect(await titlesFound(backend, 'rust')).toEqual(titles);
});

test('a search finds an edited post by its new words at once, but no deleted post', async ({ backend, author }) => {
  const post = await read(await backend.publish(author, { title: 'First', content: 'walrus' }));
  expect(await titlesFound(backend, 'walrus')).toEqual(['First']);
  const edited = await backend.edit(author, post, { title: 'Second', content: 'ocelot' });
  expect(edited.status).toBe(200);
  expect([await titlesFound(backend, 'walrus'), await titlesFound(backend, 'first')]).toEqual([[], []]);
  expect(await titlesFound(backend, 'ocelot')).toEqual(['Second']);
  await backend.remove(author, post._id);
  expect(await titlesFound(backend, 'ocelot')).toEqual([]);
});

test('new posts do not make next links repeat or skip search results', async ({ backend, author }) => {
  const expected: string[] = [];
  const publish = async (title: string, content: string) => {
    const { _id } = await read(await backend.publish(author, { title, content }));
    return _id;
  };
  const [titled, texts]: [string[], string[]] = [[], []];
  for (let number = 0; number < 23; number++) {
    titled.unshift(await publish(`badger ${number}`, ''));
    texts.unshift(await publish(`${number}`, 'a badger in a text'));
  }
  await publish('middle', 'honeybadger');
  expected.push(...titled, ...texts);
  const found: string[] = [];
  for await (const answer of pagesFrom(backend, searchPath('badger'))) {
    expect(answer.status).toBe(200);
    found.push(...(await read<NamedPost[]>(answer)).map(({ _id }) => _id));
    await publish('badger, new', '');
  }
  expect(found).toEqual(expected);
});

test('matches of parts of words are paged after matches of whole words', async ({ backend, author }) => {
  for (let number = 0; number < 30; number++)
    await backend.publish(author, { title: `${number}`, content: 'honeybadger' });
  await backend.publish(author, { title: 'best', content: 'badger' });
  const first = await backend.request(searchPath('badger'));
  expect((await read<NamedPost[]>(first)).map(({ title }) => title).slice(0, 2)).toEqual(['best', '29']);
  expect((await backend.list(nextOf(first))).map(({ title }) => Number(title))).toEqual([
    10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
  ]);
});

const hostile = [
  ...['⑴', '㈠', 'ﷺ', '🄁a', '‹a›', '‹a'],
  // Punctuation without a word.
  '" \' * ((( ) % _ \\ .* <-> :* ‹ « \u0001\u007f \u202e 🚂',
  '"a*',
  'a" OR "b',
  'NEAR(a b)',
  'a NEAR/2 b',
  'title:a',
  'a AND',
  'NOT',
  '-a',
  '^a',
  'a + b',
  "a'; drop table posts; --",
  'a & !b',
  "'a':*",
  'a\\',
  '(a+)+$',
  '[a-z]{1000}',
  '\0',
  'a\0b',
  '\ud800',
  '\u0301'.repeat(190),
  'é'.repeat(190),
  'a '.repeat(100),
  '中'.repeat(200),
  '{terms}:a',
];

test('a query has only words: punctuation and operators are ignored', { on: stores }, async ({ backend, author }) => {
  await backend.publish(author, { title: 'Plain', content: 'zebra' });
  for (const query of hostile) await search(backend, query);
  expect(await titlesFound(backend, 'zebra" OR "')).toEqual([]);
  expect(await titlesFound(backend, '"zebra"')).toEqual(['Plain']);
  expect(await titlesFound(backend, 'zebra*')).toEqual(['Plain']);
});

test('a query that is too long, and a cursor of another list, are refused', { on: stores }, async ({ backend }) => {
  await expectRefusal(await backend.request(searchPath('a'.repeat(201))), 422, 'invalid_field', 'q');
  await expectRefusal(await backend.request(searchPath('a'.repeat(100_000))), 422, 'invalid_field', 'q');
  for (const after of ['', 'x', '01234567-89ab-7def-8123-456789abcdef', 'start-1', "start-'"]) {
    const path = `${searchPath('a')}&${new URLSearchParams({ after })}`;
    await expectRefusal(await backend.request(path), 422, 'invalid_cursor', 'after');
  }
});

test('results are marked as incomplete until all posts are indexed', { on: stores }, async ({ backend, author }) => {
  for (let number = 0; number < 60; number++)
    await backend.publish(author, { title: `${number}`, content: `walrus #Topic${number}` });
  for (const table of ['indexed_posts', 'post_topics'] as const) await backend.db.deleteFrom(table).execute();
  await using another = await backend.another();
  const early = await another.request(searchPath('walrus'));
  expect(early.headers.get('Storyline-Incomplete')).toBe('?1');
  await expect
    .poll(async () => (await another.request(searchPath('walrus'))).headers.get('Storyline-Incomplete'))
    .toBe(null);
  expect(await titlesFound(another, 'walrus')).toHaveLength(20);
  const topics = await backend.db.selectFrom('post_topics').select('topic').execute();
  expect(topics).toHaveLength(60);
});

test('a starting server indexes posts that SQL has changed, and drops their old words', {
  on: stores,
}, async ({ backend, author }) => {
  await backend.publish(author, { title: 'Kept', content: 'walrus #Sea' });
  // Edits one post and inserts another by SQL, as an operator may.
  const { db } = backend;
  await db.updateTable('posts').set({ title: 'Changed', content: 'ocelot #Land' }).execute();
  const row = await db.selectFrom('posts').selectAll().executeTakeFirstOrThrow();
  const inserted = { ...row, id: uuid(), title: 'Another', content: 'lynx' };
  await db.insertInto('posts').values(inserted).execute();
  expect([await titlesFound(backend, 'walrus'), await titlesFound(backend, 'kept')]).toEqual([[], []]);
  await using another = await backend.another();
  const found = async () => [await titlesFound(another, 'ocelot'), await titlesFound(another, 'lynx')];
  await expect.poll(found).toEqual([['Changed'], ['Another']]);
  expect((await backend.list(callPaths.found('topic', 'land'))).map(({ title }) => title)).toEqual(['Changed']);
  expect(await backend.list(callPaths.found('topic', 'sea'))).toEqual([]);
});

test('a post of a million characters is found by its last words', { on: stores }, async ({ backend, author }) => {
  const content = `walrus ${'some words of it '.repeat(58_000)} ocelot`;
  expect((await backend.publish(author, { content })).status).toBe(201);
  for (const word of ['walrus', 'ocelot']) expect(await titlesFound(backend, word)).toEqual(['A title']);
  const random = Array.from({ length: 140_000 }, (_, at) => ((at * 2_654_435_761) % 2 ** 32).toString(36))
    .join(' ')
    .slice(0, 999_000);
  const han = String.fromCodePoint(...Array.from({ length: 20_000 }, (_, at) => 0x4e00 + at)).repeat(49);
  for (const hard of [random, han]) expect((await backend.publish(author, { content: hard })).status).toBe(201);
  await wait(0);
  expect(await titlesFound(backend, '一丁')).toEqual(['A title']);
});

// This test takes 20 s, so `npm test` leaves it out.
test('SQLite: 4,200 posts with one timestamp are indexed; newer posts rank first', {
  on: sqlite,
  tags: ['exhaustive'],
  timeout: scaled(150_000),
}, async ({ backend, author }) => {
  const importPost = (source: string, createdAt: string, title: string) => {
    const post = { source, createdAt, updatedAt: null, title, imgUrl: '', content: 'walrus' };
    return backend.send('POST', callPaths.importPost, post, author.bearer);
  };
  const instant = '2019-03-01T12:00:00.000Z';
  const post = await read(await importPost('first', instant, 'Of the instant'));
  const idOf = (n: number) => {
    const [bits, rest] = [(n * 2_654_435_761) % 4_096, n].map((number) => number.toString(16));
    return `${post._id.slice(0, 15)}${bits?.padStart(3, '0')}-8000-${rest?.padStart(12, '0')}`;
  };
  const many = 4_200;
  await backend.db.transaction().execute(async (work) => {
    const row = await work.selectFrom('posts').selectAll().where('id', '=', post._id).executeTakeFirstOrThrow();
    for (let made = 0; made < many; made += 100) {
      const rows = Array.from({ length: 100 }, (_, n) => ({ ...row, id: idOf(made + n) }));
      await work.insertInto('posts').values(rows).execute();
    }
  });
  await using another = await backend.another();
  const indexed = async () => (await backend.db.selectFrom('indexed_posts').select('post_id').execute()).length;
  await expect.poll(indexed, { timeout: scaled(100_000), interval: 500 }).toBe(many + 1);
  expect((await importPost('last', instant, 'Of the instant')).status).toBe(201);
  expect((await importPost('next', '2019-03-01T12:00:00.001Z', 'Of the next')).status).toBe(201);
  expect((await importPost('before', '2019-03-01T11:59:59.999Z', 'Of the one before')).status).toBe(201);
  const titles = await titlesFound(another, 'walrus');
  expect([titles[0], titles[1]]).toEqual(['Of the next', 'Of the instant']);
});

test('posts deleted by SQL leave no gaps in search and topic lists', { on: sqlite }, async ({ backend, author }) => {
  for (let number = 1; number <= 60; number++)
    await backend.publish(author, { title: `${number}`, content: 'walrus #sea' });
  await sql`pragma foreign_keys = off`.execute(backend.db);
  await sql`delete from posts where cast(title as integer) between 11 and 55`.execute(backend.db);
  for (const path of [searchPath('walrus'), callPaths.found('topic', 'sea')]) {
    const answer = await backend.request(path);
    const titles = (await read<NamedPost[]>(answer)).map(({ title }) => Number(title));
    expect(titles).toEqual([60, 59, 58, 57, 56, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(answer.headers.get('Link')).toBe(null);
  }
});

test('an incomplete result list has another ETag than the complete list', { on: sqlite }, async ({ backend }) => {
  await backend.publish(await backend.register(), { content: 'walrus' });
  await backend.db.deleteFrom('indexed_posts').execute();
  await using another = await backend.another();
  const early = await another.request(searchPath('nothing'));
  expect(early.headers.get('Storyline-Incomplete')).toBe('?1');
  const tag = early.headers.get('ETag') ?? '';
  const later = () => another.request(searchPath('nothing'), { headers: { 'If-None-Match': tag } });
  await expect.poll(async () => (await later()).status).toBe(200);
  expect((await later()).headers.get('Storyline-Incomplete')).toBe(null);
});
