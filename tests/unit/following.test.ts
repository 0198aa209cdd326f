import { expect, test, vi } from 'vitest';
import type { Post } from '../../src/contract/posts.ts';
import { openForeignBackend, openOwnBackend, status } from './support/backend.ts';
import { openCaches } from './support/cache-storage.ts';
import { catchErrors } from './support/console.ts';
import { replace } from './support/global.ts';
import { openRecordFaults } from './support/record-faults.ts';
import { openRecords } from './support/records.ts';
import { loadStored, nextPage, storeBackendAnswer } from './support/stored-reading.ts';

const ada = { kind: 'author', key: 'ada', name: 'Ada' } as const;
const rust = { kind: 'topic', key: 'rust', name: 'rust' } as const;

const at = (n: number) => new Date(1_700_000_000_000 + n * 1000).getTime();
const postOf = (n: number): Post => ({
  _id: `post ${n}`,
  title: `${n}`,
  imgUrl: '',
  content: '',
  createdAt: new Date(at(n)).toISOString(),
  author: { id: 'ada', email: '', name: 'Ada' },
});

/** Returns posts in the backend's order, newest first: from `post ${to}` down to `post ${from}`. */
const posts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => postOf(to - n));

/** Imports the modules about follows. Call it after opening a backend. */
async function load() {
  const store = await import('../../src/reading/follows/follow-store.ts');
  const { lookForNew } = await import('../../src/reading/follows/look-for-new.ts');
  const { writeRecords } = await import('../../src/device/storage/records.ts');
  const unread = async () => [...store.unreadIds((await store.readFollowing()).follows)];
  /** Looks for new posts in a list with pages of 20. `isFromDevice` marks it as a cached list. */
  const look = (listed: Post[], { isFromDevice = false } = {}) =>
    lookForNew(async (url) => {
      const page = Number(new URL(url).searchParams.get('page') ?? 0);
      const next = listed.length > (page + 1) * 20 ? `${url.split('&page')[0]}&page=${page + 1}` : undefined;
      return { posts: listed.slice(page * 20, page * 20 + 20), next, isFromDevice };
    });
  return { ...store, lookForNew, unread, look, writeRecords };
}

async function open() {
  const owned = new AsyncDisposableStack();
  owned.use(await openOwnBackend(() => status(404)));
  owned.use(openRecords());
  return Object.assign(owned, await load());
}

/** Opens a device whose reader follows Ada and has seen her posts up to `post 1`. */
async function openFollower() {
  const device = await open();
  await device.follow(ada, at(1));
  return device;
}

test('if no list was loaded at the follow, the first check marks no post as unread', async () => {
  await using device = await open();
  const { follow, look, unread } = device;
  await follow(ada);
  await look(posts(1, 3));
  expect(await unread()).toEqual([]);
  await look(posts(1, 4));
  expect(await unread()).toEqual(['post 4']);
});

test('a post opened before or during a check for new posts does not become unread', async () => {
  await using follower = await openFollower();
  const { look, lookForNew, markRead, unread } = follower;
  await markRead(['post 2']);
  await look(posts(1, 1), { isFromDevice: true });
  await look(posts(1, 2));
  expect(await unread()).toEqual([]);
  await lookForNew(async () => {
    await markRead(['post 3']);
    return { posts: posts(1, 2), next: undefined, isFromDevice: false };
  });
  await look(posts(1, 3));
  expect(await unread()).toEqual([]);
});

test('opened posts are recorded only while the reader follows an author', async () => {
  await using device = await open();
  const { follow, markRead, readFollowing, unfollow } = device;
  await markRead(['post 1']);
  await follow(ada, at(1));
  expect((await readFollowing()).opened).toEqual([]);
  await markRead(['post 2']);
  expect((await readFollowing()).opened).toEqual(['post 2']);
  await unfollow(ada);
  expect((await readFollowing()).opened).toEqual([]);
});

/** Opens a page whose reader follows Ada. Her posts `post 3` and `post 2` are unread. */
async function openPageOfFollower() {
  const follower = await openFollower();
  const { following, openedPost } = await import('../../src/reading/follows/following.ts');
  const { startFollowing } = await import('../../src/app/following/start-following.ts');
  await follower.look(posts(1, 3));
  return Object.assign(follower, { following, openedPost, startFollowing });
}

test('posts opened while the database hangs are marked as read once it recovers', async () => {
  await using page = await openPageOfFollower();
  using faults = openRecordFaults();
  const { openedPost, startFollowing, unread } = page;
  const hanging = await faults.hang();
  const started = startFollowing();
  openedPost.set({ id: 'post 3' });
  openedPost.set({ id: 'post 2' });
  hanging[Symbol.dispose]();
  await started;
  await expect.poll(unread).toEqual([]);
});

test('startFollowing retries a failed read of follows, and marks the open post as read', async () => {
  await using page = await openPageOfFollower();
  const { following, openedPost, startFollowing, unread } = page;
  openedPost.set({ id: 'post 3' });
  {
    using __ = catchErrors();
    using ___ = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The database does not open', 'TimeoutError');
    });
    await startFollowing();
    expect(following.get()).toEqual({ kind: 'unavailable' });
  }
  await startFollowing();
  expect(following.get()).toMatchObject({ kind: 'known', follows: [{ key: 'ada' }] });
  await expect.poll(unread).toEqual(['post 2']);
});

test('a post that left the list or was deleted on this device is no longer unread', async () => {
  await using follower = await openFollower();
  using __ = openCaches();
  const { look, unread } = follower;
  await look(posts(1, 4));
  await look(posts(1, 4).filter(({ _id }) => _id !== 'post 3'));
  expect(await unread()).toEqual(['post 4', 'post 2']);
  const { removeDeletedPosts } = await import('../../src/reading/answers/confirmed-writes.ts');
  await removeDeletedPosts(['post 4']);
  expect(await unread()).toEqual(['post 2']);
});

test('a check that reads an outdated cached list leaves newer posts unread', async () => {
  await using follower = await openFollower();
  const { look, unread } = follower;
  await look(posts(1, 3));
  await look(posts(1, 1), { isFromDevice: true });
  expect(await unread()).toEqual(['post 3', 'post 2']);
});

test('a check for new posts ends at the last known post, and marks at most 100 unread', async () => {
  await using follower = await openFollower();
  const { look, unread } = follower;
  await look(posts(1, 50));
  expect(await unread()).toHaveLength(49);
  await look(posts(1, 400));
  const ids = await unread();
  expect(ids).toHaveLength(100);
  expect(ids.slice(0, 2)).toEqual(['post 400', 'post 399']);
});

test("a check for new posts marks none of the user's own posts as unread", async () => {
  await using device = await open();
  const { follow, look, unread, writeRecords } = device;
  await writeRecords({ put: { author: 'ada' } });
  await follow(rust, at(1));
  await look(posts(1, 3));
  expect(await unread()).toEqual([]);
});

test('a device stores at most 100 follows, and checks the least recently checked first', async () => {
  await using device = await open();
  const { follow, lookForNew } = device;
  const room = [];
  for (let n = 0; n < 103; n += 1) room.push(await follow({ ...ada, key: `${n}` }));
  expect(room.filter(Boolean)).toHaveLength(100);
  const asked: string[] = [];
  const read = async (url: string) => {
    asked.push(new URL(url).searchParams.get('author') ?? '');
    return { posts: [], next: undefined, isFromDevice: false };
  };
  await lookForNew(read, 2);
  await lookForNew(read, 2);
  expect(asked).toEqual(['0', '1', '2', '3']);
  const { readFollowing } = await load();
  expect((await readFollowing()).follows).toHaveLength(100);
});

test('a check for new posts ends at the first failed call; unread posts stay unread', async () => {
  await using follower = await openFollower();
  const { follow, look, lookForNew, unread } = follower;
  await follow({ ...ada, key: 'grace' }, at(1));
  await look(posts(1, 2));
  let calls = 0;
  const read = async () => {
    calls += 1;
    throw new TypeError('Failed to fetch');
  };
  await expect(lookForNew(read)).rejects.toThrow('Failed to fetch');
  expect(calls).toBe(1);
  expect(await unread()).toEqual(['post 2']);
});

test('a check for new posts fails with a timeout if the backend hangs', async () => {
  await using follower = await openFollower();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  using _ = { [Symbol.dispose]: () => void vi.useRealTimers() };
  const isAsked = Promise.withResolvers<void>();
  const looking = follower.lookForNew(() => {
    isAsked.resolve();
    return new Promise(() => undefined);
  });
  let failure: unknown;
  looking.catch((error: unknown) => {
    failure = error;
  });
  await isAsked.promise;
  await vi.advanceTimersByTimeAsync(30_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(failure).toMatchObject({ name: 'TimeoutError' });
});

test('cached lists of authors and topics never evict pages of the list of all posts', async () => {
  await using _ = await open();
  using __ = openCaches();
  const { maxEntries } = await import('../../src/device/storage/max-entries.ts');
  using ___ = replace(maxEntries, { foundLists: 2, lists: 2 });
  const list = '/blog/posts';
  for (const path of ['', '?after=1', '?author=a', '?topic=b', '?author=a&after=1', '?topic=b&after=1']) {
    const isFirst = !path.includes('after');
    await storeBackendAnswer(
      list + path,
      [],
      undefined,
      isFirst ? nextPage(`${list}${path}${path ? '&' : '?'}after=1`) : {},
    );
  }
  const left = (await (await loadStored()).lists()).map((url) => new URL(url).search);
  expect(left.toSorted()).toEqual(['', '?after=1', '?author=a', '?topic=b']);
});

test('if a check finds a followed account deleted, its posts are no longer unread', async () => {
  await using follower = await openFollower();
  const { look, lookForNew, unread } = follower;
  await look(posts(1, 2));
  await lookForNew(async () => 'gone');
  expect(await unread()).toEqual([]);
});

test('a follow on a full device evicts all images, but no posts, before it fails', async () => {
  await using device = await open();
  using caches = openCaches();
  using faults = openRecordFaults();
  const { follow } = device;
  const { cacheNames } = await import('../../src/device/storage/storage-names.ts');
  await storeBackendAnswer('/blog/posts', posts(1, 2));
  for (const name of Object.values(cacheNames))
    await (await globalThis.caches.open(name)).put('https://host.example/it', new Response('it'));
  faults.hasRoomFor = () => false;
  await expect(follow(ada)).rejects.toThrow(expect.objectContaining({ name: 'QuotaExceededError' }));
  const emptied = Object.values(cacheNames).filter((name) => caches.urlsIn(name).length === 0);
  expect(emptied.toSorted()).toEqual([cacheNames.images, cacheNames.opaqueImages].toSorted());
  expect(await (await loadStored()).posts()).toEqual(['post 1', 'post 2']);
});

/** Dates at which no post can have been written. */
const impossible = ['+010000-01-01T00:00:58.000Z', '9999-12-31T23:59:59Z', '-000001-01-01T00:00:00Z', 'soon', 8.64e15];
const never = impossible.map((createdAt, n): Post => ({ ...postOf(n), _id: `never ${n}`, createdAt }));

test('on a foreign backend, a post with an impossible date does not hide new posts', async () => {
  await using _ = await openForeignBackend(() => 'drop');
  await using __ = openRecords();
  const { follow, look, lookForNew, readFollowing, unread } = await load();
  await follow(rust, at(1));
  const onRust = (listed: Post[]) => listed.map((post) => ({ ...post, content: '#rust' }));
  await look(onRust([...never, postOf(1)]));
  expect((await readFollowing()).follows.map(({ since }) => since)).toEqual([at(1)]);
  const pages = [onRust([...never, ...posts(4, 5)]), onRust(posts(1, 3))];
  await lookForNew(async (url) => {
    const isSecond = url.endsWith('?2');
    return { posts: pages[isSecond ? 1 : 0] ?? [], next: isSecond ? undefined : `${url}?2`, isFromDevice: false };
  });
  expect(await unread()).toEqual(['post 5', 'post 4', 'post 3', 'post 2']);
});

test('on our own backend, a post with an impossible date does not hide new posts', async () => {
  await using follower = await openFollower();
  const { look, readFollowing, unread } = follower;
  await look([...never, postOf(1)]);
  expect((await readFollowing()).follows.map(({ since }) => since)).toEqual([at(1)]);
  await look([...never, ...posts(1, 3)]);
  expect(await unread()).toEqual(['post 3', 'post 2']);
});

test("a check finds our own backend's posts even if the device's clock is years behind", async () => {
  await using device = await open();
  const { follow, look, unread } = device;
  using now = vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2000, 0, 1));
  await follow(ada, at(1));
  await look(posts(1, 3));
  expect(now).toHaveBeenCalled();
  expect(await unread()).toEqual(['post 3', 'post 2']);
});
