// @module-tag exhaustive: fills queues of a server for half a minute
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import type { TestBackend } from './support/backend.ts';
import { heldMemory } from './support/held-memory.ts';
import { sqlite } from './support/stores.ts';
import { openWithThread } from './support/thread-backend.ts';

const [flooding, honest] = ['192.0.2.1', '198.51.100.7'];

/** A render thread that takes 50 ms for each page. */
const slowThread = `
  import { parentPort } from 'node:worker_threads';
  import { setTimeout as wait } from 'node:timers/promises';
  parentPort.on('message', async () => {
    await wait(50);
    parentPort.postMessage({ kind: 'made', made: new TextEncoder().encode('page') });
  });
`;

/** An index thread that takes 50 ms for each entry. */
const slowIndexThread = slowThread.replace("encode('page')", `encode('{"terms":[],"topics":[],"summary":""}')`);

/** Opens a backend with `count` posts of this text. Rendering the page of a post takes 50 ms. */
async function openSlowPages(count: number, content: string) {
  await using owned = new AsyncDisposableStack();
  const { backend } = owned.use(await openWithThread(sqlite, slowThread));
  const author = await backend.register();
  const idOf = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const ids = Array.from({ length: count }, (_, number) => idOf(number));
  const created_at = new Date().toISOString();
  for (const id of ids) {
    const post = { id, author_id: author.userId, title: id, summary: '', img_url: '', content, created_at };
    await backend.db.insertInto('posts').values(post).execute();
  }
  const opened = owned.move();
  return { backend, ids, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const get = (backend: TestBackend, asked: string, peer: string) => backend.request(asked, {}, peer);

test("one network's flood of page requests does not delay another network's pages", async () => {
  await using pages = await openSlowPages(131, 'long '.repeat(5_000));
  const { backend } = pages;
  const [first = '', ...ids] = pages.ids;
  const before = performance.now();
  const flood = Promise.all(ids.map((id) => get(backend, pagePaths.blog(id), flooding)));
  await wait(100);
  const page = await get(backend, pagePaths.blog(first), honest);
  const took = performance.now() - before;
  // The flooding network has requested this page, too, and its request still waits in the queue.
  const shared = await get(backend, pagePaths.blog(ids[90] ?? ''), honest);
  const tookShared = performance.now() - before;
  const answers = (await flood).map(({ status }) => status);
  const tookAll = performance.now() - before;
  expect([page.status, shared.status, new Set(answers)]).toEqual([200, 200, new Set([200, 503])]);
  expect([took, tookShared].filter((each) => each > tookAll / 3)).toEqual([]);
});

test("one network's flood of new posts does not delay a post from another network", async () => {
  await using opened = await openWithThread(sqlite, slowIndexThread, (indexThread) => ({ indexThread }));
  const { backend } = opened;
  const [flooder, author] = [await backend.register('eve@example.com'), await backend.register()];
  const body = { title: 'Long', imgUrl: '', content: 'long '.repeat(4_000) };
  const publish = ({ bearer }: typeof author, peer: string) =>
    backend.send('POST', callPaths.posts, body, bearer, peer);
  const before = performance.now();
  const flood = Promise.all(Array.from({ length: 60 }, () => publish(flooder, flooding)));
  await wait(500);
  const { status } = await publish(author, honest);
  const took = performance.now() - before;
  expect(new Set((await flood).map((answer) => answer.status))).toEqual(new Set([201]));
  expect(status).toBe(201);
  expect(took).toBeLessThan((performance.now() - before) / 2);
});

test("one network's flood of post requests does not block another network's request", async () => {
  await using pages = await openSlowPages(601, 'x'.repeat(1_000));
  const { backend } = pages;
  const [first = '', ...ids] = pages.ids;
  const flood = Promise.all(ids.map((id) => get(backend, callPaths.post(id), flooding)));
  const answer = get(backend, callPaths.post(first), honest);
  expect((await answer).status).toBe(200);
  expect(new Set((await flood).map(({ status }) => status))).toEqual(new Set([200, 503]));
});

test('60 page requests queued for the render thread use less than 10 MiB of memory', async () => {
  await using pages = await openSlowPages(60, 'é'.repeat(500_000));
  await get(pages.backend, pagePaths.blog(pages.ids[0] ?? ''), honest);
  const { all: before } = await heldMemory();
  const answers = Promise.all(pages.ids.map((id) => get(pages.backend, pagePaths.blog(id), honest)));
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  await wait(200);
  const growth = (await heldMemory()).all - before;
  expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([200]));
  expect(growth).toBeLessThan(10 * 1024 * 1024);
});

/** A render thread that takes a second for each text. */
const slowTexts = slowThread.replace('wait(50)', 'wait(1_000)');

test('publishing and lists do not wait for feeds of long posts', async () => {
  await using opened = await openWithThread(sqlite, slowTexts);
  const { backend } = opened;
  const author = await backend.register();
  const feeds: Promise<Response>[] = [];
  for (let number = 0; number < 5; number++) {
    // Each new post makes the cached feed stale. If feeds used the queue of lists, four of them would fill it.
    await backend.publish(author, { title: `Long ${number}`, content: 'long '.repeat(5_000) });
    feeds.push(get(backend, '/feed.xml', flooding));
    await wait(20);
  }
  let areFeedsMade = false;
  const made = Promise.all(feeds).then(() => {
    areFeedsMade = true;
  });
  const published = await backend.publish(author, { title: 'Last', content: 'long '.repeat(20_000) });
  expect(published.status).toBe(201);
  expect((await get(backend, callPaths.posts, honest)).status).toBe(200);
  expect(areFeedsMade).toBe(false);
  await made;
  expect((await get(backend, '/feed.xml', honest)).status).toBe(200);
});

test('if no content fits into a feed, the server formats only two of five posts', async () => {
  // The thread makes each text longer than a whole feed may be.
  await using opened = await openWithThread(
    sqlite,
    `import { appendFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => {
      appendFileSync(new URL('made', import.meta.url), 'x');
      parentPort.postMessage({ kind: 'made', made: new Uint8Array(1_100_000).fill(97) });
    });`,
  );
  const { backend, folder } = opened;
  const author = await backend.register();
  for (let number = 0; number < 5; number++)
    await backend.publish(author, { title: `Long ${number}`, content: 'a'.repeat(400_000) });
  const feed = await get(backend, '/feed.xml', honest);
  expect(feed.status).toBe(200);
  expect(await feed.text()).not.toContain('<content');
  expect((await readFile(path.join(folder, 'made'), 'utf8')).length).toBe(2);
});
