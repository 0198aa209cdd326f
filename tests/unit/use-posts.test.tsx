import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { type Backend, captivePortal, json, openForeignBackend, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { openContainer } from './support/worker-container.ts';

const post = (id: string) => ({ _id: id, title: id });

/** A backend that pages: what it has of each page can be changed. */
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

async function openListing(backend: Backend) {
  const container = openContainer({ controlled: true });
  const { openWorker } = await import('../../src/data/worker.ts');
  await openWorker();
  const { usePosts } = await import('../../src/app/parts/usePosts.ts');
  const { result, unmount } = renderHook(() => usePosts(callPaths.posts));
  const ids = () =>
    result.current.state === 'loaded' ? result.current.posts.map(({ _id }) => _id).join('') : undefined;
  const older = () => (result.current.state === 'loaded' ? result.current.older : undefined);
  return {
    result,
    ids,
    older,
    askOlder: () =>
      act(() => {
        if (result.current.state === 'loaded') result.current.askOlder();
      }),
    shows: (expected: string) => eventually(() => expect(ids()).toBe(expected)),
    /** As the worker tells of a newer copy. */
    changed: (path: string) => container.tell({ type: 'changed', url: backend.origin + path }),
    [Symbol.dispose]() {
      unmount();
      container[Symbol.dispose]();
    },
  };
}

test('a list is loading, then loaded', async () => {
  await using backend = await openForeignBackend(() => json([post('b'), post('a')]));
  using listing = await openListing(backend);
  expect(listing.result.current).toEqual({ state: 'loading' });
  await listing.shows('ba');
  expect(listing.older()).toBe('none');
  expect(backend.received).toHaveLength(1);
});

test('older pages follow one by one', async () => {
  await using backend = await openForeignBackend(paged(threePages()));
  using listing = await openListing(backend);
  await listing.shows('fe');
  expect(listing.older()).toBe('there');
  listing.askOlder();
  await listing.shows('fedc');
  listing.askOlder();
  await listing.shows('fedcba');
  expect(listing.older()).toBe('none');
  listing.askOlder();
  expect(backend.received).toHaveLength(3);
});

test('asking for older ones twice asks the backend once', async () => {
  await using backend = await openForeignBackend(paged(threePages()));
  using listing = await openListing(backend);
  await listing.shows('fe');
  listing.askOlder();
  expect(listing.older()).toBe('asked');
  listing.askOlder();
  await listing.shows('fedc');
  expect(backend.received).toHaveLength(2);
});

test('pages that overlap show each post once, as and where it came first', async () => {
  await using backend = await openForeignBackend(({ path }) =>
    path === '/blog/posts'
      ? json([post('f'), post('e')], { Link: '<?2>; rel="next"' })
      : json([{ ...post('e'), title: 'as it was' }, post('d')]),
  );
  using listing = await openListing(backend);
  await listing.shows('fe');
  listing.askOlder();
  await listing.shows('fed');
  expect(listing.result.current).toMatchObject({ posts: [{ title: 'f' }, { title: 'e' }, { title: 'd' }] });
});

test('a list whose first answer fails has failed', async () => {
  await using backend = await openForeignBackend(() => status(500));
  using errors = catchErrors();
  using listing = await openListing(backend);
  await eventually(() => expect(listing.result.current).toEqual({ state: 'failed' }));
  expect(errors).toHaveBeenCalled();
});

test.each<[string, Reply]>([
  ['a failing backend', status(500)],
  ['no network', 'drop'],
  ["a captive portal's page", captivePortal],
])('a list that is shown outlives %s', async (_, reply) => {
  await using backend = await openForeignBackend(() => json([post('a')]));
  using errors = catchErrors();
  using listing = await openListing(backend);
  await listing.shows('a');
  backend.reply = () => reply;
  listing.changed('/blog/posts');
  await eventually(() => expect(errors).toHaveBeenCalled());
  expect(listing.ids()).toBe('a');
});

test('when older posts fail the list stays, and they can be asked for again', async () => {
  const reply = paged(threePages());
  await using backend = await openForeignBackend(reply);
  using _ = catchErrors();
  using listing = await openListing(backend);
  await listing.shows('fe');
  backend.reply = () => 'drop';
  listing.askOlder();
  await eventually(() => expect(listing.older()).toBe('failed'));
  expect(listing.ids()).toBe('fe');
  backend.reply = reply;
  listing.askOlder();
  await listing.shows('fedc');
});

test('on a change all that is shown is read again, front to back', async () => {
  const pages = threePages();
  await using backend = await openForeignBackend(paged(pages));
  using listing = await openListing(backend);
  await listing.shows('fe');
  listing.askOlder();
  await listing.shows('fedc');
  pages['/blog/posts'] = { ids: ['g', 'f'], next: '/blog/posts?2b' };
  backend.reply = paged({ ...pages, '/blog/posts?2b': { ids: ['e', 'd'], next: '/blog/posts?3' } });
  listing.changed('/blog/posts');
  await listing.shows('gfed');
  expect(backend.received.slice(2).map(({ path }) => path)).toEqual(['/blog/posts', '/blog/posts?2b']);
});

test('a change of a later page is followed, and one of another list is not', async () => {
  const pages = threePages();
  await using backend = await openForeignBackend(paged(pages));
  using listing = await openListing(backend);
  await listing.shows('fe');
  listing.askOlder();
  await listing.shows('fedc');
  listing.changed('/blog/users/u/posts');
  pages['/blog/posts?2'].ids = ['c'];
  listing.changed('/blog/posts?2');
  await listing.shows('fec');
  expect(backend.received).toHaveLength(4);
});

test('posts that are no longer in the list leave it, also from its end', async () => {
  const pages = threePages();
  await using backend = await openForeignBackend(paged(pages));
  using listing = await openListing(backend);
  await listing.shows('fe');
  listing.askOlder();
  await listing.shows('fedc');
  backend.reply = () => json([post('f')]);
  listing.changed('/blog/posts');
  await listing.shows('f');
  expect(listing.older()).toBe('none');
});

test('older posts that come while the list is read again stay', async () => {
  const { promise: later, resolve: answer } = Promise.withResolvers<Reply>();
  const reply = paged(threePages());
  await using backend = await openForeignBackend(reply);
  using listing = await openListing(backend);
  await listing.shows('fe');
  backend.reply = (call) => (call.path === '/blog/posts' ? later : reply(call));
  listing.changed('/blog/posts');
  await eventually(() => expect(backend.received).toHaveLength(2));
  listing.askOlder();
  await listing.shows('fedc');
  answer(json([post('f'), post('E')], { Link: '</blog/posts?2>; rel="next"' }));
  await listing.shows('fEdc');
});

test('an answer that comes after a newer one is thrown away', async () => {
  const { promise: later, resolve: answer } = Promise.withResolvers<Reply>();
  await using backend = await openForeignBackend(() => json([post('a')]));
  using listing = await openListing(backend);
  await listing.shows('a');
  backend.reply = () => later;
  listing.changed('/blog/posts');
  await eventually(() => expect(backend.received).toHaveLength(2));
  backend.reply = () => json([post('c')]);
  listing.changed('/blog/posts');
  await listing.shows('c');
  answer(json([post('b')]));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(listing.ids()).toBe('c');
});

test('a list that failed is asked for again when the network returns', async () => {
  await using backend = await openForeignBackend(() => 'drop');
  using _ = catchErrors();
  using listing = await openListing(backend);
  await eventually(() => expect(listing.result.current.state).toBe('failed'));
  backend.reply = () => json([post('a')]);
  dispatchEvent(new Event('online'));
  await listing.shows('a');
});
