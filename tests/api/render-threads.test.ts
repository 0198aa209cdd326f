import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { pagePaths } from '../../src/contract/paths.ts';
import type { PageSource } from '../../src/server/pages/page-renderer.ts';
import type { StoredPost } from '../../src/server/posts/query-posts.ts';
import { BeyondBounds, openBoundedThread, type ThreadBounds } from '../../src/server/process/bounded-thread.ts';
import { read } from './support/backend.ts';
import { parse } from './support/pages-backend.ts';
import { sqlite, temporaryFolder } from './support/stores.ts';
import { openWithThread } from './support/thread-backend.ts';

/**
 * A render thread that answers each job with its thread id, except for five texts: `endless` never ends, `huge`
 * allocates half a GB, `costly` does the same unless `isPlain`, `long` is too long to send, `broken` fails.
 */
const worker = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', ({ kind, path, answers, isPlain }) => {
    const text = kind ? '' : answers.post ? answers.post.content.trim() : path;
    if (text === 'endless') for (;;);
    if (text === 'huge' || (text === 'costly' && !isPlain)) for (const held = []; held.length < 6_000; ) held.push(new Array(10_000).fill(held.length));
    if (text === 'long') return parentPort.postMessage({ kind: 'beyond bounds' });
    if (text === 'broken') return parentPort.postMessage({ kind: 'failed', error: new Error('broken') });
    parentPort.postMessage({ kind: 'made', made: new TextEncoder().encode(threadId) });
  });
`;

const source: PageSource = {
  path: '/',
  answers: {},
  hydrationData: {},
  facts: { origin: undefined, read: undefined, kind: 'public', site: {} },
};

/** In milliseconds: longer than any test runs. */
const never = 60 * 60 * 1000;

async function openThread(idle: number, bounds?: ThreadBounds) {
  await using owned = new AsyncDisposableStack();
  const { folder } = owned.use(await temporaryFolder());
  const file = path.join(folder, 'thread.mjs');
  await writeFile(file, worker);
  const thread = owned.use(openBoundedThread(file, folder, idle, bounds));
  const opened = owned.move();
  return {
    ask: async (path = '/') => new TextDecoder().decode(await thread.make({ ...source, path })),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Opens a backend whose pages are rendered by `worker`, and registers an author. */
async function openBackend() {
  const opened = await openWithThread(sqlite, worker);
  return { ...opened, author: await opened.backend.register() };
}

test('an idle thread ends, and a new one renders the next page', async () => {
  await using thread = await openThread(1);
  const first = await thread.ask();
  await expect
    .poll(async () => {
      await wait(100);
      return thread.ask();
    })
    .not.toBe(first);
});

test.for([
  ['longer', 'endless', { deadline: 2_000, memory: 160 }],
  ['more memory', 'huge', { deadline: 60_000, memory: 16 }],
] as const)(
  'a page that takes %s than allowed is aborted, and a new thread renders the next',
  async ([, path, bounds]) => {
    await using thread = await openThread(never, bounds);
    const first = await thread.ask();
    await expect(thread.ask(path)).rejects.toThrow(BeyondBounds);
    const next = await thread.ask();
    expect(next).toMatch(/^\d+$/);
    expect(next).not.toBe(first);
  },
);

test('a page that is too long to send, or throws, is reported; its thread continues', async () => {
  await using thread = await openThread(never);
  const first = await thread.ask();
  await expect(thread.ask('long')).rejects.toThrow(BeyondBounds);
  expect(await thread.ask()).toBe(first);
  const error: unknown = await thread.ask('broken').catch((reason: unknown) => reason);
  expect([String(error), error instanceof BeyondBounds]).toEqual(['Error: broken', false]);
  expect(await thread.ask()).toBe(first);
});

// The endless post takes twice the time limit of a page, so `npm test` leaves it out and tests only the huge post.
for (const kind of ['endless', 'huge'])
  test(`a post that is too costly to render (${kind}) gets a page without its text`, {
    tags: kind === 'endless' ? ['exhaustive'] : [],
  }, async () => {
    await using site = await openBackend();
    const { backend, author } = site;
    const publish = async (content: string) => (await read<StoredPost>(await backend.publish(author, { content })))._id;
    const costly = await publish(`${kind}${' '.repeat(20_000)}`);
    const long = await publish('long '.repeat(10_000));
    const answer = await backend.request(pagePaths.blog(costly));
    const page = parse(await answer.text());
    expect([answer.status, page.title]).toEqual([200, expect.stringContaining('A title')]);
    expect(page.querySelector('#root')?.textContent?.trim()).toBe('');
    // A new thread renders the long page.
    expect((await backend.request(pagePaths.blog(long))).status).toBe(200);
  });

test('a post that is too costly to format is rendered as plain text', async () => {
  await using site = await openBackend();
  const { backend, author } = site;
  const { _id } = await read<StoredPost>(await backend.publish(author, { content: `costly${' '.repeat(20_000)}` }));
  const answer = await backend.request(pagePaths.blog(_id));
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/^\d+$/)]);
});

test('closing a backend ends its threads', async () => {
  const threads: Worker[] = [];
  const note = (thread: Worker) => threads.push(thread);
  process.on('worker', note);
  {
    await using site = await openBackend();
    const { backend, author } = site;
    const { _id } = await read<StoredPost>(await backend.publish(author, { content: 'long '.repeat(10_000) }));
    for (const page of [pagePaths.home, pagePaths.blog(_id)]) expect((await backend.request(page)).status).toBe(200);
    expect(threads.map(({ threadId }) => threadId > 0)).toEqual([true, true]);
  }
  process.off('worker', note);
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1, -1]);
});
