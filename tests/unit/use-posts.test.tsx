import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { type Backend, json, openForeignBackend, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { stubGlobal } from './support/global.ts';
import { fakeServiceWorkerContainer } from './support/worker-container.ts';

const post = (id: string) => ({ _id: id, title: id });

/** Returns a function that answers calls with these pages, by URL. A test may change the pages. */
function paged(pages: Record<string, { ids: string[]; next?: string }>) {
  return ({ path }: { path: string }): Reply => {
    const page = pages[path];
    if (!page) return status(404);
    return json(page.ids.map(post), page.next ? { Link: `<${page.next}>; rel="next"` } : {});
  };
}

const threePages = () => ({
  '/blog/posts': { ids: ['f', 'e'], next: '/blog/posts?2' },
  '/blog/posts?2': { ids: ['d', 'c'], next: '/blog/posts?3' },
  '/blog/posts?3': { ids: ['b', 'a'] },
});

/** Renders `usePosts`, and waits until it returns the posts with these ids, one letter each. */
async function openListing(backend: Backend, first: string, { isServed = true } = {}) {
  const container = fakeServiceWorkerContainer({ controlled: isServed });
  const { hearWorker, startWorkerClient } = await import('../../src/reading/news/worker-client.ts');
  hearWorker();
  await startWorkerClient();
  const { usePosts } = await import('../../src/app/hooks/usePosts.ts');
  const { result, unmount } = renderHook(() => usePosts(callPaths.posts));
  const loaded = () => (result.current.state === 'loaded' ? result.current : undefined);
  const ids = () =>
    loaded()
      ?.posts.map(({ _id }) => _id)
      .join('');
  const shows = (expected: string) => eventually(() => expect(ids()).toBe(expected));
  await shows(first);
  return {
    loaded,
    ids,
    older: () => loaded()?.older,
    loadOlder: () => act(() => void loaded()?.loadOlder()),
    showNewer: () => act(() => void loaded()?.showNewer()),
    shows,
    takeOver: () => container.takeOver(),
    /** Tells the page of a newer answer, as the worker does. */
    changed: (path: string, isKept = true) => container.tell({ type: 'changed', url: backend.origin + path, isKept }),
    [Symbol.dispose]() {
      unmount();
      container[Symbol.dispose]();
    },
  };
}

/** Opens a list, and loads two of its three pages. */
async function openTwoPages(backend: Backend) {
  const listing = await openListing(backend, 'fe');
  listing.loadOlder();
  await listing.shows('fedc');
  return listing;
}

test('loading older posts continues after the worker has taken over the page', async () => {
  await using _ = openDevice();
  await using backend = await openForeignBackend(paged(threePages()));
  using listing = await openListing(backend, 'fe', { isServed: false });
  listing.loadOlder();
  await listing.shows('fedc');
  listing.takeOver();
  listing.loadOlder();
  await listing.shows('fedcba');
  expect(listing.older()).toBe('none');
  expect(new Set(backend.received.map(({ path }) => path)).size).toBe(3);
});

test('refreshing a list moves no post while the reader is scrolled down', async () => {
  await using backend = await openForeignBackend(paged(threePages()));
  using listing = await openTwoPages(backend);
  // A new post has moved all other posts down.
  backend.reply = paged({
    ...threePages(),
    '/blog/posts': { ids: ['g', 'f'], next: '/blog/posts?2b' },
    '/blog/posts?2b': { ids: ['e', 'd'], next: '/blog/posts?3b' },
    '/blog/posts?3b': { ids: ['c', 'b'], next: '/blog/posts?4b' },
    '/blog/posts?4b': { ids: ['a'] },
  });
  using _ = stubGlobal('scrollY', 500);
  listing.changed('/blog/posts');
  await eventually(() => expect(listing.loaded()).toMatchObject({ hasNewer: true }));
  expect(listing.ids()).toMatch(/^fed/);
  listing.loadOlder();
  await listing.shows('fedcb');
});

test('replaces the shown posts on request if the newer list has none of them', async () => {
  await using backend = await openForeignBackend(paged(threePages()));
  using listing = await openTwoPages(backend);
  backend.reply = paged({
    '/blog/posts': { ids: ['z', 'y'], next: '/blog/posts?2b' },
    '/blog/posts?2b': { ids: ['x'] },
  });
  {
    using _ = stubGlobal('scrollY', 500);
    listing.changed('/blog/posts');
    await eventually(() => expect(listing.loaded()).toMatchObject({ hasNewer: true }));
  }
  expect(listing.ids()).toBe('fedc');
  listing.showNewer();
  await listing.shows('zyx');
  expect(listing.older()).toBe('none');
});

test('requesting older posts twice makes one call', async () => {
  await using backend = await openForeignBackend(paged(threePages()));
  using listing = await openListing(backend, 'fe');
  listing.loadOlder();
  expect(listing.older()).toBe('asked');
  listing.loadOlder();
  await listing.shows('fedc');
  expect(backend.received).toHaveLength(2);
});

test('overlapping pages show each post once, as the first page has it', async () => {
  await using backend = await openForeignBackend(({ path }) =>
    path === '/blog/posts'
      ? json([post('f'), post('e')], { Link: '<?2>; rel="next"' })
      : json([{ ...post('e'), title: 'as it was' }, post('d')]),
  );
  using listing = await openListing(backend, 'fe');
  listing.loadOlder();
  await listing.shows('fed');
  expect(listing.loaded()).toMatchObject({ posts: [{ title: 'f' }, { title: 'e' }, { title: 'd' }] });
});

test('a failure to load older posts keeps the list, and a second request succeeds', async () => {
  const reply = paged(threePages());
  await using backend = await openForeignBackend(reply);
  using _ = catchErrors();
  using listing = await openListing(backend, 'fe');
  backend.reply = () => 'drop';
  listing.loadOlder();
  await eventually(() => expect(listing.older()).toBe('failed'));
  expect(listing.ids()).toBe('fe');
  backend.reply = reply;
  listing.loadOlder();
  await listing.shows('fedc');
});

test('when a list changes, every shown page is read again, from first to last', async () => {
  const pages = threePages();
  await using backend = await openForeignBackend(paged(pages));
  using listing = await openTwoPages(backend);
  pages['/blog/posts'] = { ids: ['g', 'f'], next: '/blog/posts?2b' };
  backend.reply = paged({ ...pages, '/blog/posts?2b': { ids: ['e', 'd'], next: '/blog/posts?3' } });
  listing.changed('/blog/posts');
  await listing.shows('gfed');
  expect(backend.received.slice(2).map(({ path }) => path)).toEqual(['/blog/posts', '/blog/posts?2b']);
});

test('shows a change of a later page, and ignores a change of another list', async () => {
  const pages = threePages();
  await using backend = await openForeignBackend(paged(pages));
  using listing = await openTwoPages(backend);
  listing.changed('/blog/users/u/posts');
  pages['/blog/posts?2'].ids = ['c'];
  listing.changed('/blog/posts?2');
  await listing.shows('fec');
  expect(backend.received).toHaveLength(4);
});

test('removes posts that a refreshed list no longer has', async () => {
  const pages = threePages();
  await using backend = await openForeignBackend(paged(pages));
  using listing = await openTwoPages(backend);
  backend.reply = () => json([post('f')]);
  listing.changed('/blog/posts');
  await listing.shows('f');
  expect(listing.older()).toBe('none');
});

test('older posts that load during a refresh stay in the list', async () => {
  const { promise: later, resolve: answer } = Promise.withResolvers<Reply>();
  const reply = paged(threePages());
  await using backend = await openForeignBackend(reply);
  using listing = await openListing(backend, 'fe');
  backend.reply = (call) => (call.path === '/blog/posts' ? later : reply(call));
  listing.changed('/blog/posts');
  await eventually(() => expect(backend.received).toHaveLength(2));
  listing.loadOlder();
  await listing.shows('fedc');
  answer(json([post('f'), post('E')], { Link: '</blog/posts?2>; rel="next"' }));
  await listing.shows('fEdc');
});

/** Returns a function that answers calls with an endless list. `idsOf` returns the ids of the posts on a page. */
const endless =
  (idsOf: (page: number) => string[]) =>
  ({ path }: { path: string }): Reply => {
    const page = Number(new URL(path, 'http://any').search.slice(1) || 0);
    return json(idsOf(page).map(post), { Link: `<?${page + 1}>; rel="next"` });
  };

test.each<[string, () => Reply, number]>([
  ['its first page links to itself', () => json([post('a')], { Link: '</blog/posts>; rel="next"' }), 1],
  ['its second page links to itself', () => json([post('a')], { Link: '<?2>; rel="next"' }), 2],
])('a list ends if %s', async (_, reply, calls) => {
  await using backend = await openForeignBackend(reply);
  using listing = await openListing(backend, 'a');
  listing.loadOlder();
  await eventually(() => expect(listing.older()).toBe('none'));
  expect(backend.received).toHaveLength(calls);
  listing.changed('/blog/posts');
  await eventually(() => expect(backend.received.length).toBeGreaterThan(calls));
  await eventually(() => expect(listing.older()).toBe('none'));
});

test('a list that endlessly repeats its posts ends after a few pages', async () => {
  await using backend = await openForeignBackend(endless(() => ['b', 'a']));
  using listing = await openListing(backend, 'ba');
  listing.loadOlder();
  await eventually(() => expect(listing.older()).toBe('none'));
  const calls = backend.received.length;
  expect(calls).toBeLessThan(10);
  listing.changed('/blog/posts');
  await eventually(() => expect(backend.received.length).toBeGreaterThanOrEqual(2 * calls));
  expect(listing.older()).toBe('none');
});

test('skips pages that add no post when the reader loads older posts', async () => {
  await using backend = await openForeignBackend(endless((page) => (page < 3 ? ['b'] : [`a${page}`])));
  using listing = await openListing(backend, 'b');
  listing.loadOlder();
  await listing.shows('ba3');
  expect([backend.received.length, listing.older()]).toEqual([4, 'there']);
});

test('a list whose newer answer could not be stored is read from the network', async () => {
  await using backend = await openForeignBackend(() => json([post('a')]));
  using listing = await openListing(backend, 'a');
  using fetch = vi.spyOn(globalThis, 'fetch');
  backend.reply = () => json([post('b')]);
  listing.changed('/blog/posts', false);
  await listing.shows('b');
  expect(fetch.mock.calls.map((call) => new Request(...call).cache)).toEqual(['reload']);
});

test('an older answer to a refresh does not replace a newer answer', async () => {
  await using backend = await openForeignBackend(() => json([post('a')]));
  using listing = await openListing(backend, 'a');
  const drawn = listing.loaded();
  const refresh = (reply: Reply) => {
    backend.reply = () => reply;
    return act(async () => void (await drawn?.refresh()));
  };
  await refresh(json([post('c')], { 'X-Not-Kept': 'no room' }));
  await listing.shows('c');
  await refresh(json([post('b')], { 'X-Answered-At': '1' }));
  expect(listing.ids()).toBe('c');
});

test('posts of a later page stay when a new page appears between the shown pages', async () => {
  await using backend = await openForeignBackend(paged(threePages()));
  using listing = await openTwoPages(backend);
  backend.reply = paged({
    ...threePages(),
    '/blog/posts': { ids: ['g', 'f'], next: '/blog/posts?1b' },
    '/blog/posts?1b': { ids: ['e'], next: '/blog/posts?2' },
  });
  listing.changed('/blog/posts');
  await listing.shows('gfedc');
});
