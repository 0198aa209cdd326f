import { afterEach, expect, test } from 'vitest';
import { json, openForeignBackend, type Reply, type Replying, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { replace } from './support/global.ts';
import { openLocks } from './support/locks.ts';
import { openPage } from './support/page.tsx';
import { loadStored, storeBackendAnswer } from './support/stored-reading.ts';
import { fakeServiceWorkerContainer } from './support/worker-container.ts';
import { post, putRecords, waitingOf } from './support/writing.ts';

const list = '/blog/users/42/posts';
const listed = json([{ _id: 'a', title: 'First' }]);

/** Opens an author's page that no worker controls yet. Its backend answers a GET only when a test calls `answer`. */
async function openAuthor() {
  await using owned = new AsyncDisposableStack();
  owned.use(openDevice({ token: 'abc', userId: '42' }));
  owned.use(openLocks());
  owned.use(fakeServiceWorkerContainer({ controlled: false }));
  const answers: ((reply: Reply) => void)[] = [];
  const reply: Replying = ({ method }) =>
    method === 'GET' ? new Promise((resolve) => answers.push(resolve)) : json({ _id: 'n' });
  const backend = owned.use(await openForeignBackend(reply));
  owned.defer(() => {
    for (const answer of answers) answer(listed);
  });
  const { getPosts } = await import('../../src/reading/shown/blog-calls.ts');
  const { getOwnPosts } = await import('../../src/writing/sender/own-post-calls.ts');
  const { callUrl } = await import('../../src/device/calls/host.ts');
  const opened = owned.move();
  const calls = () => backend.received.filter(({ method }) => method === 'GET').length;
  return {
    backend,
    calls,
    arrived: (count: number) => eventually(() => expect(calls()).toBe(count)),
    /** Answers the call that has waited longest. */
    answer: (reply: Reply) => answers.shift()?.(reply),
    list: async (freshness: 'newest' | 'fresh' | 'cached') =>
      (await getPosts(callUrl(list), freshness)).posts.map(({ title }) => title),
    getOwnPosts,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Opens the author's page, and makes its first call for the list, which is not answered yet. */
async function openAsked() {
  const author = await openAuthor();
  const first = author.list('newest');
  await author.arrived(1);
  return Object.assign(author, { first });
}

test('a request joins a call that is under way for the same list', async () => {
  await using author = await openAsked();
  const second = author.list('newest');
  await author.backend.settled();
  author.answer(listed);
  expect(await Promise.all([author.first, second])).toEqual([['First'], ['First']]);
  expect(author.calls()).toBe(1);
  const { lists } = await loadStored();
  await eventually(async () => expect(await lists()).toHaveLength(1));
});

test('two requests answered from storage share one call, and the page is notified once', async () => {
  await using author = await openAuthor();
  await storeBackendAnswer(list, [{ _id: 'a', title: 'Earlier' }]);
  const { onReadingNews } = await import('../../src/reading/news/reading-news.ts');
  const heard: [string, boolean][] = [];
  const stop = onReadingNews((url, isKept) => heard.push([url, isKept]));
  expect(await Promise.all([author.list('newest'), author.list('newest')])).toEqual([['Earlier'], ['Earlier']]);
  await author.arrived(1);
  await author.backend.settled();
  author.answer(listed);
  await eventually(() => expect(heard).toEqual([[author.backend.origin + list, true]]));
  expect(await author.list('cached')).toEqual(['First']);
  expect(author.calls()).toBe(1);
  stop();
});

test('a request joins no call that began before the list was stored', async () => {
  await using author = await openAsked();
  await storeBackendAnswer(list, [{ _id: 'a', title: 'Earlier' }], 0);
  expect(await author.list('newest')).toEqual(['Earlier']);
  await author.arrived(2);
  author.answer(listed);
  await author.first;
  author.answer(listed);
  await eventually(async () => expect(await author.list('cached')).toEqual(['First']));
});

test.each([
  ['a write was confirmed', 'markListsStale', []],
  ['a post was deleted', 'removeDeletedPosts', [['a']]],
] as const)('a request makes its own call if %s since the call under way began', async (_, change, args) => {
  await using author = await openAsked();
  const writes = await import('../../src/reading/answers/confirmed-writes.ts');
  await (writes[change] as (...args: readonly unknown[]) => Promise<void>)(...args);
  const second = author.list('newest');
  await author.arrived(2);
  author.answer(listed);
  author.answer(json([]));
  expect(await second).toEqual([]);
  await author.first;
});

const { signal } = new AbortController();

test.each<[string, (author: Awaited<ReturnType<typeof openAuthor>>) => Promise<unknown>]>([
  ['a refresh by a reader', (author) => author.list('fresh')],
  ['the check whether an unanswered call arrived', (author) => author.getOwnPosts('42', { signal, mayJoin: false })],
])('%s joins no call that is under way', async (_, request) => {
  await using author = await openAsked();
  const again = request(author);
  await author.arrived(2);
  author.answer(listed);
  author.answer(listed);
  await Promise.all([author.first, again]);
});

test('no request joins a call that has run for longer than the answer timeout', async () => {
  await using author = await openAuthor();
  const { timeouts } = await import('../../src/device/timeouts.ts');
  using _ = replace(timeouts, { answerTimeoutMs: 0 });
  const first = author.list('newest');
  await author.arrived(1);
  const second = author.list('newest');
  await author.arrived(2);
  author.answer(listed);
  author.answer(listed);
  await Promise.all([first, second]);
});

test('a request that joined a hanging call makes its own call after a timeout', async () => {
  await using author = await openAuthor();
  const { timeouts } = await import('../../src/device/timeouts.ts');
  using _ = replace(timeouts, { answerTimeoutMs: 500 });
  const first = author.list('newest');
  await author.arrived(1);
  const second = author.list('newest');
  await author.backend.settled();
  expect(author.calls()).toBe(1);
  await author.arrived(2);
  author.answer(listed);
  author.answer(listed);
  await Promise.all([first, second]);
});

test('a request makes its own call if the network drops the call that it joined', async () => {
  await using author = await openAsked();
  using _ = catchErrors();
  const second = author.list('newest');
  await author.backend.settled();
  author.answer('drop');
  await expect(author.first).rejects.toThrow();
  await author.arrived(2);
  author.answer(listed);
  expect(await second).toEqual(['First']);
});

test('if a shared call is answered with 503, both requests reject with 503', async () => {
  await using author = await openAsked();
  const second = author.list('newest');
  await author.backend.settled();
  author.answer(status(503));
  await expect(author.first).rejects.toThrow('503');
  await expect(second).rejects.toThrow('503');
  expect(author.calls()).toBe(1);
});

test("a request for the author's posts can be aborted even if it joined a hanging call", async () => {
  await using author = await openAsked();
  const aborting = new AbortController();
  const look = author.getOwnPosts('42', { signal: aborting.signal, mayJoin: true });
  await author.backend.settled();
  aborting.abort();
  await expect(look).rejects.toThrow();
  author.answer(listed);
  expect(await author.first).toEqual(['First']);
  expect(author.calls()).toBe(1);
});

test("My Blogs and the sender's check before publishing share one call for the list", async () => {
  await using author = await openAuthor();
  await putRecords(waitingOf('w', post('Waits')));
  const { MyBlogs } = await import('../../src/app/screens/MyBlogs.tsx');
  const { openSession } = await import('../../src/session/session.ts');
  const { pageSender } = await import('../../src/writing/sender/page-sender.ts');
  openSession();
  using _ = openPage(<MyBlogs />, '/myBlogs');
  const sent = pageSender().sendNow();
  await author.arrived(1);
  await author.backend.settled();
  author.answer(listed);
  await eventually(() => expect(author.backend.received.some(({ method }) => method === 'POST')).toBe(true));
  expect(author.calls()).toBe(1);
  await sent;
  pageSender().stop();
});

afterEach(() => sessionStorage.clear());
