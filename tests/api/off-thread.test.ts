import { readFile } from 'node:fs/promises';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { expect, inject, it, vi } from 'vitest';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { createDocumentCache } from '../../src/server/http/document-cache.ts';
import { feedContents } from '../../src/server/pages/feed-contents.ts';
import type { ReadPost } from '../../src/server/posts/query-posts.ts';
import { createLog } from '../../src/server/process/log.ts';
import { lanesOf } from '../../src/server/process/thread-lanes.ts';
import { expectRefusal, read } from './support/backend.ts';
import { openPages } from './support/pages-backend.ts';
import { type StoreKind, sqlite, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';
import { openWithThread } from './support/thread-backend.ts';

const test = testOn(stores);

/** A thread that returns, for each feed text or index entry, how many of that kind it had made already. */
const countingThread = `
  import { parentPort } from 'node:worker_threads';
  const asked = { feed: 0, 'index entry': 0 };
  const encoder = new TextEncoder();
  parentPort.on('message', ({ kind }) => {
    const summary = String(asked[kind]++);
    const made = kind === 'feed' ? summary : JSON.stringify({ terms: [], topics: [], summary });
    parentPort.postMessage({ kind: 'made', made: encoder.encode(made) });
  });
`;

/** A thread that fails at the first text, and formats all later texts. */
const failingThread = `
  import { parentPort } from 'node:worker_threads';
  let asked = 0;
  parentPort.on('message', ({ content }) => {
    asked += 1;
    if (asked === 1) parentPort.postMessage({ kind: 'failed', error: new Error('A bug') });
    else parentPort.postMessage({ kind: 'made', made: new TextEncoder().encode(content) });
  });
`;

async function openCounting(store: StoreKind) {
  const opened = await openWithThread(store, countingThread, (thread) => ({
    renderThread: thread,
    indexThread: thread,
  }));
  const { backend } = opened;
  const author = await backend.register();
  /** Publishes one more post. Returns how many index entries the thread had made before the entry of this post. */
  const countIndexed = async () => Number((await read(await backend.publish(author))).summary);
  return { ...opened, author, countIndexed };
}

/** Matches modules that the server imports only if it runs from source, without built threads. */
const withoutThreads = /^(index-entry|page-renderer|render-feed-content)-/;

/** Returns the packages that a file imports, directly or through files whose names do not match `except`. */
async function packagesOf(file: string, except?: RegExp, seen = new Set<string>()): Promise<Set<string>> {
  seen.add(file);
  const packages = new Set<string>();
  const code = await readFile(file, 'utf8');
  for (const [, from, alone, onDemand] of code.matchAll(imports)) {
    const name = from ?? alone ?? onDemand ?? '';
    const next = path.resolve(path.dirname(file), name);
    if (!name.startsWith('.')) packages.add(name);
    else if (!seen.has(next) && !except?.test(path.basename(name)))
      for (const each of await packagesOf(next, except, seen)) packages.add(each);
  }
  return packages;
}

/** Matches imports as a build writes them. */
const imports = /^(?:(?:im|ex)port [^;"]*?\bfrom "([^"]+)"|import "([^"]+)")|\bimport\("([^"]+)"\)/gm;

/** Returns the path of a built file of the server. */
const built = (name: string) => path.join(path.dirname(inject('serverMain')), name);

it("the server's main module imports no Markdown parser and no page renderer", async () => {
  const parsing = ['markdown-it', 'react', 'react-dom/server'];
  const packages = await packagesOf(built('main.js'), withoutThreads);
  expect([...packages]).toContain('hono');
  expect(parsing.filter((name) => packages.has(name))).toEqual([]);
  // The render thread imports all of these packages, which proves that the search above would find them.
  const ofThread = await packagesOf(built('render-thread.js'));
  expect(parsing.filter((name) => ofThread.has(name))).toEqual(parsing);
});

const columns = 18;
/** Each row has one cell, and the parser adds the 17 missing cells. */
const wideTable = `${'|'.repeat(columns + 1)}\n${'|-'.repeat(columns)}|\n${'|\n'.repeat(200)}`;
it("no post's Markdown is parsed on the main thread when stored, listed or read", async () => {
  const threads = { renderThread: built('render-thread.js'), indexThread: built('post-index-thread.js') };
  await using pages = await openPages(sqlite, threads);
  const { backend } = pages;
  using parse = vi.spyOn(MarkdownIt.prototype, 'parse');
  const author = await backend.register();
  const store = async (content: string) => {
    const post = await read(await backend.publish(author, { content }));
    const edited = await backend.edit(author, post, { content: `${content}\n\n#t` });
    const imported = { source: post._id, createdAt: post.createdAt, updatedAt: null, title: '', imgUrl: '', content };
    const stored = await backend.send('POST', callPaths.importPost, imported, author.bearer);
    expect([edited.status, stored.status]).toEqual([200, 201]);
  };
  await store(wideTable);
  const [newest] = await backend.list();
  const documents = [pagePaths.home, pagePaths.blog(newest?._id ?? ''), callPaths.posts, callPaths.found('topic', 't')];
  const feeds = ['', pagePaths.topic('t'), pagePaths.author(author.userId)].map((of) => `${of}/feed.xml`);
  for (const asked of [...documents, ...feeds]) expect((await backend.request(asked)).status).toBe(200);
  expect(parse).not.toHaveBeenCalled();
});

it('a post is formatted once for all feeds, and again only after an edit', async () => {
  await using opened = await openCounting(sqlite);
  const { backend, author } = opened;
  const posts = await backend.publishMany(author, 3);
  const feeds = ['/feed.xml', `${pagePaths.author(author.userId)}/feed.xml`];
  const contentsOf = async () => {
    const texts = await Promise.all(feeds.map(async (feed) => (await backend.request(feed)).text()));
    return texts.map(contentsIn);
  };
  expect(await contentsOf()).toEqual(feeds.map(() => ['0', '1', '2']));
  if (posts[2]) await backend.edit(author, posts[2], { content: 'Edited.' });
  expect(await contentsOf()).toEqual(feeds.map(() => ['3', '1', '2']));
});

const contentsIn = (feed: string) =>
  [...feed.matchAll(/<content type="html">(.*?)<\/content>/g)].map(([, content]) => content);

it('a feed leaves out only the content that fails to be formatted, and retries it', async () => {
  await using opened = await openWithThread(sqlite, failingThread);
  const { backend } = opened;
  const author = await backend.register();
  for (const content of ['first', 'second', 'third']) await backend.publish(author, { content });
  const first = await backend.request('/feed.xml');
  expect([first.status, contentsIn(await first.text())]).toEqual([200, ['second', 'first']]);
  expect(contentsIn(await (await backend.request('/feed.xml')).text())).toEqual(['third', 'second', 'first']);
});

it('feedContents returns undefined until a slow post is formatted, then its HTML', async () => {
  const formatted = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const work = () => formatted.promise;
  const contents = feedContents(lanesOf({ quick: work, long: work }), createDocumentCache(), createLog('silent'));
  const read = { post: { _id: 'a', content: 'b' }, cacheKey: '1' } as ReadPost;
  expect(await contents(read, '', performance.now())).toBeUndefined();
  formatted.resolve(new TextEncoder().encode('<p>b</p>'));
  expect(String(await contents(read, '', performance.now() + 60_000))).toBe('<p>b</p>');
  expect(String(await contents(read, '', performance.now()))).toBe('<p>b</p>');
});

test('a repeated, unchanged or refused write makes no index entry', async ({ store }) => {
  await using opened = await openCounting(store);
  const { backend, author, countIndexed } = opened;
  const other = await backend.register('bob@example.com');
  const importPost = (post: object) =>
    backend.send('POST', callPaths.importPost, { ...imported, ...post }, author.bearer);
  const text = { title: '', imgUrl: '', content: 'a' };
  const imported = { ...text, source: 'a', createdAt: '2019-03-01T12:00:00.000Z', updatedAt: null };
  const [key, keyOfEdit] = [{ 'Idempotency-Key': 'one' }, { 'Idempotency-Key': 'two' }];
  const post = await read(await backend.publish(author, { title: 'Keyed' }, key));
  const edited = await read(await backend.edit(author, post, { content: 'Edited' }, keyOfEdit));
  const { _id } = await read(await importPost({}));
  expect(await countIndexed()).toBe(3);

  expect(await read(await backend.edit(author, post, { content: 'Edited' }, keyOfEdit))).toEqual(edited);
  expect(await read(await backend.edit(author, edited, {}))).toEqual(edited);
  expect((await backend.publish(author, { title: 'Keyed' }, key)).status).toBe(200);
  const reused = await backend.publish(author, { title: 'Another' }, key);
  await expectRefusal(reused, 422, 'idempotency_key_reused', 'Idempotency-Key');
  await expectRefusal(await backend.edit(author, post, { content: 'Stale' }), 412, 'version_mismatch');
  await expectRefusal(await backend.edit(author, { ...post, _id: author.userId }, {}), 404, 'post_not_found');
  await expectRefusal(await backend.edit(other, edited, { content: 'Not mine' }), 403, 'not_owner');
  await expectRefusal(await backend.publish(author, { title: 't'.repeat(301) }), 422, 'invalid_field', 'title');
  for (const more of [{}, { content: 'other' }]) expect((await read(await importPost(more)))._id).toBe(_id);
  const ahead = await importPost({ source: 'b', createdAt: '9999-01-01T00:00:00.000Z' });
  await expectRefusal(ahead, 422, 'invalid_field', 'createdAt');
  expect(await countIndexed()).toBe(4);
});

test('a repeated publish returns the original title and content, even after an edit', async ({ backend, author }) => {
  const key = { 'Idempotency-Key': 'one press' };
  const post = await read(await backend.publish(author, { content: '# A\n\n*b*' }, key));
  expect(await read(await backend.publish(author, { content: '# A\n\n*b*' }, key))).toEqual(post);
  await backend.edit(author, post, { content: 'Edited' });
  expect(await read(await backend.publish(author, { content: '# A\n\n*b*' }, key))).toEqual({
    ...post,
    summary: '# A *b*',
  });
});
