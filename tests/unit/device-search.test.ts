import { expect, test, vi } from 'vitest';
import type { DeviceAnswer } from '../../src/app/search/device-answer.ts';
import { openSearch } from '../../src/app/search/search-device.ts';
import { readStoredPosts } from '../../src/reading/store/on-this-device.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { stubGlobal } from './support/global.ts';
import { openRecordFaults } from './support/record-faults.ts';
import { pinPosts, storeBackendAnswer } from './support/stored-reading.ts';
import { draftOf, publishedAs, putRecords, recordOf, waitingOf } from './support/writing.ts';

const list = '/blog/posts';
const post = (_id: string, content: string, more = {}) => ({ _id, title: `Title ${_id}`, content, ...more });
const text = (content: string) => ({ title: 'Mine', imgUrl: '', content });
const draft = (id: string, userId: string | null) => draftOf(id, text(`walrus ${id}`), { userId });

type Answered = Extract<DeviceAnswer, { kind: 'answered' }>;

/** Opens a search, and records its answers. */
function openSearchLog() {
  const answers: DeviceAnswer[] = [];
  const hear = openSearch((answer) => answers.push(answer));
  const last = () => answers.at(-1) as Answered;
  const look = (author: string | null = null) => hear({ type: 'look', author });
  const search = (query: string, limit = 20) => hear({ type: 'search', query, limit });
  /** Reads the posts and drafts on the device, then searches them. */
  async function find(query: string, author?: string) {
    await look(author);
    await search(query);
  }
  return { answers, last, ids: () => last().found.map(({ _id }) => _id), look, search, find };
}

test('searches each stored post once, in its newest version', async () => {
  await using _ = openDevice();
  await storeBackendAnswer(list, [post('a', 'ocelot'), post('b', 'walrus')], 2);
  await storeBackendAnswer(`${list}/a`, post('a', 'walrus'), 1);
  await storeBackendAnswer(`${list}/c`, post('c', 'walrus'), 3);
  await pinPosts(post('d', 'walrus'));
  const heard = openSearchLog();
  await heard.find('walrus');
  expect(heard.ids().sort()).toEqual(['b', 'c', 'd']);
  expect(heard.last()).toMatchObject({ searched: { post: 4 }, total: 3, isComplete: true });
});

test("if a list lacks a post's content, the search reads the older stored content", async () => {
  await using _ = openDevice();
  await storeBackendAnswer(`${list}/a`, post('a', 'walrus'));
  await storeBackendAnswer(list, [{ _id: 'a', title: 'New title' }]);
  const heard = openSearchLog();
  await heard.find('new walrus');
  expect(heard.last().found).toMatchObject([{ _id: 'a', title: 'New title', content: '', summary: 'walrus' }]);
});

test('after the device is read again, results reflect edited, removed and new posts', async () => {
  await using _ = openDevice();
  await storeBackendAnswer(list, [post('a', 'walrus'), post('b', 'walrus')]);
  const heard = openSearchLog();
  await heard.find('walrus');
  expect(heard.ids()).toEqual(['a', 'b']);
  await storeBackendAnswer(list, [post('c', 'walrus'), post('a', 'ocelot')]);
  await heard.look();
  expect(heard.ids()).toEqual(['c']);
});

test('finds drafts and waiting posts of the logged-in author, never of another author', async () => {
  await using _ = openDevice();
  await storeBackendAnswer(list, [post('a', 'ocelot'), post('b', 'walrus')]);
  const discarded = { at: Date.now(), wasPending: false };
  await putRecords(
    draft('1', 'ada'),
    draft('2', 'grace'),
    draft('3', null),
    recordOf('4', { userId: 'ada', draft: { text: text('walrus 4'), discarded } }),
    waitingOf('p', text('walrus'), { userId: 'ada' }),
    waitingOf('q', text('walrus'), { userId: 'grace' }),
    waitingOf('a', text('walrus'), { userId: 'ada', ...publishedAs('a', text('ocelot')) }),
    recordOf('b', { userId: 'ada', pending: { kind: 'delete', key: 'k', at: 1 }, ...publishedAs('b', text('walrus')) }),
  );
  const heard = openSearchLog();
  await heard.find('walrus', 'ada');
  expect(heard.ids().sort()).toEqual(['a', 'draft 1', 'draft 3', 'waiting p']);
  expect(heard.last().searched).toEqual({ post: 1, draft: 2, waiting: 1 });
  const looking = heard.look(null);
  await heard.search('walrus');
  expect([heard.last().author, heard.ids()]).toEqual([null, ['b']]);
  await looking;
  expect(heard.ids()).toEqual(['draft 3', 'b']);
});

test('in the results, a draft links to its form, and a waiting post to My Blogs', async () => {
  await using _ = openDevice();
  const edit = draftOf('x/y', text('walrus'), { userId: 'ada', changedAt: 1, ...publishedAs('x/y', text('')) });
  await putRecords({ ...draft('1', 'ada'), changedAt: 2 }, edit, waitingOf('p', text('walrus'), { userId: 'ada' }));
  const heard = openSearchLog();
  await heard.find('walrus', 'ada');
  expect(heard.last().found.map(({ path }) => path)).toEqual(['/create', '/myBlogs', '/blog/x%2Fy/edit']);
});

test('sorts results by relevance, then date, and returns at most the requested number', async () => {
  await using _ = openDevice();
  const old = { createdAt: '2020-01-01T00:00:00Z' };
  await storeBackendAnswer(list, [
    post('inner', 'frustration'),
    post('old', 'rust', old),
    post('new', 'rusty', { createdAt: '2021-01-01T00:00:00Z' }),
    post('title', '', { title: 'Rust', ...old }),
  ]);
  const heard = openSearchLog();
  await heard.find('rust');
  expect(heard.ids()).toEqual(['title', 'new', 'old', 'inner']);
  await heard.search('rust', 2);
  expect([heard.ids(), heard.last().total]).toEqual([['title', 'new'], 4]);
});

test("results contain authors' names, never their email addresses", async () => {
  await using _ = openDevice();
  await storeBackendAnswer(list, [post('a', 'walrus', { author: { email: 'ada.secret@example.com', name: 'Ada' } })]);
  const heard = openSearchLog();
  await heard.find('walrus');
  expect(heard.last().found[0]?.author?.name).toBe('Ada');
  expect(JSON.stringify(heard.answers)).not.toContain('secret');
});

/** Makes `performance.now` advance by this many milliseconds on each call, until disposed of. */
function openSlowClock(milliseconds: number): Disposable {
  let time = 0;
  const now = () => {
    time += milliseconds;
    return time;
  };
  return stubGlobal('performance', { now });
}

test('a new query cancels the search for the previous query', async () => {
  await using _ = openDevice();
  await storeBackendAnswer(list, [post('a', 'walrus'), post('b', 'walrus'), post('c', 'walrus')]);
  const heard = openSearchLog();
  await heard.look();
  using __ = openSlowClock(10);
  await Promise.all([heard.search('wal'), heard.search('walr'), heard.search('walru')]);
  expect(heard.answers.map((answer) => (answer as Answered).query)).toEqual(['walru']);
});

test('reports first results before all posts are read', async () => {
  await using _ = openDevice();
  await storeBackendAnswer(
    list,
    [...'abcdef'].map((id) => post(id, 'walrus')),
  );
  const heard = openSearchLog();
  await heard.search('walrus');
  using __ = openSlowClock(31);
  await heard.find('walrus');
  const seen = heard.answers.map((answer) => answer as Answered);
  expect(seen[0]).toMatchObject({ isComplete: false });
  expect(seen[0]?.searched.post).toBeLessThan(6);
  expect(heard.last()).toMatchObject({ searched: { post: 6 }, total: 6, isComplete: true });
});

test('readStoredPosts yields pinned posts, then listed posts, then all other posts', async () => {
  await using _ = openDevice();
  await storeBackendAnswer(`${list}/b`, post('b', 'walrus'));
  await storeBackendAnswer(list, [post('a', 'walrus')]);
  await pinPosts(post('c', 'walrus'));
  const read: string[] = [];
  for await (const { _id } of readStoredPosts()) read.push(_id);
  expect(read).toEqual(['c', 'a', 'b']);
});

test("a slow read of the device's posts does not replace the posts of a later read", async () => {
  await using _ = openDevice();
  const { promise, resolve } = Promise.withResolvers<void>();
  const looks = [
    async function* () {
      await promise;
      yield* [];
    },
    async function* () {
      yield post('a', 'walrus');
    },
  ];
  vi.resetModules();
  vi.doMock('../../src/reading/store/on-this-device.ts', () => ({ readStoredPosts: () => looks.shift()?.() }));
  const { DeviceLibrary } = await import('../../src/app/search/device-library.ts');
  const library = new DeviceLibrary();
  const slow = library.look(null, () => undefined);
  await library.look(null, () => undefined);
  resolve();
  await slow;
  expect([...library.texts()].map((text) => text.post._id)).toEqual(['a']);
  vi.doUnmock('../../src/reading/store/on-this-device.ts');
});

test('searches cached posts while the database with drafts hangs', async () => {
  await using _ = openDevice();
  await storeBackendAnswer(list, [post('a', 'walrus')]);
  using faults = openRecordFaults();
  const heard = openSearchLog();
  {
    using __ = await faults.hang(['storyline']);
    await heard.search('walrus');
    void heard.look();
    await eventually(() => expect(heard.last()).toMatchObject({ total: 1, isComplete: true }));
  }
});

test('says that the search is unavailable if the databases cannot be read', async () => {
  await using _ = openDevice();
  using __ = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The disk fails', 'UnknownError');
  });
  using ___ = catchErrors();
  const heard = openSearchLog();
  await heard.find('walrus');
  expect(heard.last()).toEqual({ kind: 'unavailable' });
});
