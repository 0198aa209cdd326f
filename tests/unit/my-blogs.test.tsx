import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { captivePortal, json, type Reply, status } from './support/backend.ts';
import { catchErrors, catchLog } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { replace } from './support/global.ts';
import { openLocks } from './support/locks.ts';
import { openPage } from './support/page.tsx';
import { openRecordFaults } from './support/record-faults.ts';
import { openForeignStage } from './support/stage.ts';
import { loadStored, storeBackendAnswer } from './support/stored-reading.ts';
import { post, publishedAs, putRecords, recordOf, waitingOf } from './support/writing.ts';

const two = json([
  { _id: 'b', title: 'Second' },
  { _id: 'a', title: 'First' },
]);

const author = { token: 'abc', userId: '42' };

async function openMyBlogs() {
  const { MyBlogs } = await import('../../src/app/screens/MyBlogs.tsx');
  const { openSession } = await import('../../src/session/session.ts');
  openSession();
  return openPage(<MyBlogs />, '/myBlogs');
}

/** Stores the author's list. `forgets` waits until a delete has removed the title from storage, its last step. */
async function keepOwnList() {
  await storeBackendAnswer('/blog/users/42/posts', JSON.parse(two.body ?? ''));
  const { dump } = await loadStored();
  return {
    forgets: (title: string) => eventually(async () => expect(await dump()).not.toContain(title)),
  };
}

const titles = () => [...document.querySelectorAll('article h2')].map((heading) => heading.textContent);
const deleteButton = (title: string) => screen.getByLabelText(`Delete ${title}`);

test('without a userId, My Blogs requests nothing, and says that no user is logged in', async () => {
  await using backend = await openForeignStage(() => two, { token: 'abc' });
  using _ = await openMyBlogs();
  expect(screen.getByRole('alert').textContent).toBe('User not logged in.');
  expect(await backend.settled()).toEqual([]);
});

test("after a logout, My Blogs requests the stored userId's posts without a token", async () => {
  await using backend = await openForeignStage(() => two, { userId: '42' });
  using _ = await openMyBlogs();
  expect(screen.getByRole('status').textContent).toBe('Loading blogs...');
  await screen.findByText('Second');
  expect(titles()).toEqual(['Second', 'First']);
  expect(backend.received).toMatchObject([{ method: 'GET', path: '/blog/users/42/posts' }]);
  expect(backend.received[0]?.headers).not.toHaveProperty('authorization');
});

test('My Blogs shows posts while the database hangs, then hides a post to be deleted', async () => {
  await using _ = await openForeignStage(() => two, author);
  using faults = openRecordFaults();
  using __ = catchErrors();
  const { timeouts } = await import('../../src/device/timeouts.ts');
  await putRecords(refusedDelete('b', 'Second'));
  const hanging = await faults.hang();
  const impatience = replace(timeouts, { databaseTimeoutMs: 20 });
  using ___ = await openMyBlogs();
  await screen.findByText('Second');
  impatience[Symbol.dispose]();
  hanging[Symbol.dispose]();
  await eventually(() => expect(screen.queryByLabelText('Delete Second')).toBeNull());
  expect(screen.queryByLabelText('Delete First')).not.toBeNull();
});

test('tells an author without posts that they have written none', async () => {
  await using _ = await openForeignStage(() => json([]), { userId: '42' });
  using __ = await openMyBlogs();
  await screen.findByText('You have not written any blogs yet.');
});

test.each<Reply>([status(500), status(404), 'drop', captivePortal, json({})])(
  "shows the specification's error message for %j",
  async (reply) => {
    await using _ = await openForeignStage(() => reply, { userId: '42' });
    using __ = catchErrors();
    using ___ = await openMyBlogs();
    await eventually(() => expect(screen.getByRole('alert').textContent).toBe('Failed to fetch blogs.'));
  },
);

test('a click on a card logs the post, and opens nothing', async () => {
  await using _ = await openForeignStage(() => two, { userId: '42' });
  using log = catchLog();
  using page = await openMyBlogs();
  await page.user.click(await screen.findByText('First'));
  expect(log).toHaveBeenCalledOnce();
  expect(log.mock.calls[0]).toContain('a');
  expect(page.address()).toBe('/myBlogs');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Read', 'Read']);
  expect(deleteButton('First').classList).toContain('danger');
});

test.each([
  ['a post', 204],
  ['a post that is gone already', 404],
])('Delete removes %s with one call and no question, and keeps its text in Drafts', async (_, code) => {
  await using backend = await openForeignStage(({ method }) => (method === 'DELETE' ? status(code) : two), author);
  using __ = openLocks();
  const copies = await keepOwnList();
  using log = catchLog();
  using page = await openMyBlogs();
  await screen.findByText('First');
  await page.user.dblClick(deleteButton('First'));
  await eventually(() => expect(titles()).toEqual(['Second']));
  const deletes = backend.received.filter(({ method }) => method === 'DELETE');
  expect(deletes).toMatchObject([{ path: '/blog/posts/a' }]);
  expect(deletes[0]?.headers).not.toHaveProperty('authorization');
  expect(log).not.toHaveBeenCalled();
  await screen.findByText('Deleted. Its text is kept in Drafts for 30 days.');
  await copies.forgets('First');
  await page.user.click(screen.getByRole('button', { name: 'Open' }));
  expect(page.address()).toBe('/create');
});

test('My Blogs lists waiting posts, drafts and changes; an author can discard changes', async () => {
  await using _ = await openForeignStage(() => json([]), author);
  using __ = openLocks();
  await putRecords(
    waitingOf('a', post('Waits')),
    recordOf('b', { draft: { text: post('Half a thought') } }),
    recordOf('c', { ...publishedAs('c', post('Old')), draft: { text: post('Mended') } }),
    recordOf('d', { draft: { text: post('Deleted'), origin: 'deleted post' } }),
  );
  using page = await openMyBlogs();
  using ___ = await followWriting();
  await screen.findByRole('heading', { name: 'Mended' });
  const listed = () => [...document.querySelectorAll('.slip h2')].map(({ textContent }) => textContent);
  expect(listed()).toEqual(['Waits', 'Half a thought', 'Mended']);
  screen.getByRole('link', { name: /^Continue editing *Mended$/ });
  await page.user.click(screen.getByRole('button', { name: /^Discard changes *Mended$/ }));
  await screen.findByText('Discarded “Mended”.');
  await page.user.click(screen.getByRole('button', { name: /^Open *Half a thought$/ }));
  expect(page.address()).toBe('/create');
});

test.each<Reply>([status(401), status(403), status(500), 'drop'])(
  'a delete that fails with %j is logged, and the post stays',
  async (reply) => {
    await using backend = await openForeignStage(({ method }) => (method === 'DELETE' ? reply : two), { userId: '42' });
    const copies = await keepOwnList();
    using errors = catchErrors();
    using page = await openMyBlogs();
    await screen.findByText('First');
    await page.user.click(deleteButton('First'));
    await eventually(() => expect(errors).toHaveBeenCalled());
    expect(titles()).toEqual(['Second', 'First']);
    await screen.findByText('It could not be deleted.');
    expect(screen.queryByRole('alert')).toBeNull();
    backend.reply = ({ method }) => (method === 'DELETE' ? { status: 204 } : two);
    await eventually(() => expect(deleteButton('First').getAttribute('aria-disabled')).toBe('false'));
    await page.user.click(deleteButton('First'));
    await eventually(() => expect(titles()).toEqual(['Second']));
    await copies.forgets('First');
  },
);

test('shows an error if the database cannot store a delete', async () => {
  await using _ = await openForeignStage(() => two, author);
  using __ = openLocks();
  using faults = openRecordFaults();
  using ___ = catchErrors();
  using page = await openMyBlogs();
  await screen.findByText('First');
  faults.failureOf = () => 'UnknownError';
  await page.user.click(deleteButton('First'));
  await screen.findByText('That did not work. Nothing has changed. Try again.');
});

test("offline, a waiting post's card says that it publishes when the author is online", async () => {
  await using _ = await openForeignStage(() => json([]), author);
  const { connection } = await import('../../src/device/calls/connection.ts');
  await putRecords(waitingOf('a', post('First')));
  using __ = await openMyBlogs();
  using ___ = await followWriting();
  await screen.findByText('Sending…');
  connection.set('away');
  await screen.findByText('Publishes when you’re online');
});

/** Records the title of every card that is in the page from now on, however briefly. */
function followCards() {
  const shown = new Set<string>();
  const look = () => {
    for (const title of document.querySelectorAll('article h2')) shown.add(title.textContent ?? '');
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return { shown, [Symbol.dispose]: () => observer.disconnect() };
}

/** Makes each IndexedDB `getAll` wait for 3,000 other reads, until disposed of. */
function slowDownRecords(): Disposable {
  const { getAll } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAll = function (this: IDBObjectStore, ...args: Parameters<IDBObjectStore['getAll']>) {
    for (let others = 0; others < 3_000; others += 1) this.get('nothing');
    return getAll.apply(this, args);
  };
  return { [Symbol.dispose]: () => void Object.assign(IDBObjectStore.prototype, { getAll }) };
}

const deleteOf = (postId: string, title: string) =>
  recordOf(postId, { ...publishedAs(postId, post(title)), pending: { kind: 'delete', key: 'k', at: 1 } });

const refusedDelete = (postId: string, title: string) =>
  ({ ...deleteOf(postId, title), hold: { kind: 'refused', status: 500 } }) as const;

test('a post with a pending delete never has a card, even while the screen opens', async () => {
  await using _ = await openForeignStage(() => two, author);
  await putRecords(refusedDelete('a', 'First'));
  using __ = slowDownRecords();
  using cards = followCards();
  using ___ = await openMyBlogs();
  await screen.findByText('Second');
  expect([...cards.shown]).toEqual(['Second']);
});

/** Reads the author's records and applies pending edits and deletes to lists, as every page does. */
async function followWriting(): Promise<Disposable> {
  const { followWriting } = await import('../../src/writing/record/read-writing.ts');
  const { layOverPosts } = await import('../../src/writing/lay-over-posts.ts');
  const { pageSender } = await import('../../src/writing/sender/page-sender.ts');
  const stop = followWriting();
  layOverPosts();
  return {
    [Symbol.dispose]() {
      stop();
      pageSender().stop();
    },
  };
}

test('a deleted post does not reappear from a list that was read before the delete', async () => {
  await using backend = await openForeignStage(({ method }) => (method === 'DELETE' ? { status: 204 } : two), author);
  using _ = openLocks();
  await putRecords(deleteOf('a', 'First'));
  using cards = followCards();
  using page = await openMyBlogs();
  await screen.findByText('Second');
  using __ = await followWriting();
  await page.user.click(await screen.findByRole('button', { name: /^Try again/ }));
  await eventually(() => expect(screen.queryByLabelText('Not published yet')).toBeNull());
  await eventually(() => expect(backend.received.filter(({ method }) => method === 'GET')).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([...cards.shown]).toEqual(['Second']);
});

test('a waiting post can be discarded, and Undo restores it', async () => {
  await using _ = await openForeignStage(({ method }) => (method === 'POST' ? 'drop' : json([])), author);
  using __ = catchErrors();
  const { readPostRecord } = await import('../../src/writing/record/record-store.ts');
  await putRecords(waitingOf('a', post('Regretted')));
  using page = await openMyBlogs();
  using ___ = await followWriting();
  await page.user.click(await screen.findByRole('button', { name: /^Discard/ }));
  await screen.findByText('Discarded “Regretted”.');
  expect((await readPostRecord('a'))?.pending).toBeUndefined();
  await page.user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: /^Discard/ });
  await eventually(() => expect(screen.queryByText('Discarded “Regretted”.')).toBeNull());
  expect(await readPostRecord('a')).toMatchObject({ pending: { text: post('Regretted') } });
});
