import { act, renderHook, screen } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { json, openForeignBackend, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { openPage } from './support/page.tsx';
import { fakeServiceWorkerContainer } from './support/worker-container.ts';

const whole = {
  _id: 'a',
  title: 'A title',
  content: 'First line\n\nSecond <b>line</b> on #topics',
  imgUrl: '/a.png',
  createdAt: '2026-11-01T12:00:00.000Z',
  author: { email: 'ada@example.org' },
};

async function openBlog(path = '/blog/a') {
  const { BlogRoute } = await import('../../src/app/screens/Blog.tsx');
  return openPage(
    <>
      <Link to="/blog/b">Next</Link>
      <Routes>
        <Route path="/blog/:id" element={<BlogRoute />} />
      </Routes>
    </>,
    path,
  );
}

/** Loads the list that contains the post, then the Markdown formatter, and opens the post. */
async function openFromList() {
  const { usePosts } = await import('../../src/app/hooks/usePosts.ts');
  const { result, unmount } = renderHook(() => usePosts('/blog/posts'));
  await eventually(() => expect(result.current.state).toBe('loaded'));
  unmount();
  const { useProse } = await import('../../src/app/hooks/useProse.tsx');
  const prose = renderHook(() => useProse({ content: 'Loads the formatter.' }));
  await eventually(() => expect(prose.result.current).toBeDefined());
  prose.unmount();
  return openBlog();
}

const isLoading = () => screen.queryByText('Loading blog...') !== null;

test("a post shows image, title, author's email, date and text, and escapes markup", async () => {
  await using _ = await openForeignBackend(() => json({ ...whole, title: 'As <i>written</i>' }));
  using __ = await openBlog();
  await screen.findByText('Second <b>line</b> on #topics');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('As <i>written</i>');
  expect(screen.getByText('By ada@example.org')).toBeDefined();
  await eventually(() =>
    expect(document.querySelector('time')?.textContent).toBe(new Date(whole.createdAt).toLocaleDateString()),
  );
  expect([...document.querySelectorAll('article img')].map((image) => image.getAttribute('src'))).toEqual(['/a.png']);
  expect(document.querySelector('i, b')).toBeNull();
  // A foreign backend has no topic pages.
  expect(screen.queryByRole('link', { name: /topics/ })).toBeNull();
});

test('a post that has only a text shows "Untitled" and the text', async () => {
  await using _ = await openForeignBackend(() => json({ _id: 'a', content: 'Text', author: {} }));
  using __ = await openBlog();
  await screen.findByText('Text');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Untitled');
  expect(screen.queryByText(/^By/)).toBeNull();
  expect(document.querySelector('time')).toBeNull();
  expect(document.querySelector('img')).toBeNull();
});

test.each<[string, Reply]>([
  ['a 404', status(404)],
  ['no network', 'drop'],
  ['a response without a post', json([])],
])('after %s, the screen shows "Loading" until an "online" event loads the post', async (_, reply) => {
  await using backend = await openForeignBackend(() => reply);
  using errors = catchErrors();
  using __ = await openBlog();
  await eventually(() => expect(errors).toHaveBeenCalled());
  expect(isLoading()).toBe(true);
  expect(screen.queryByRole('alert')).toBeNull();
  backend.reply = () => json(whole);
  await eventually(() => {
    act(() => void dispatchEvent(new Event('online')));
    expect(isLoading()).toBe(false);
  });
  expect(screen.getByText('A title')).toBeDefined();
});

test('a newer response replaces the shown post; a failed request does not remove it', async () => {
  await using backend = await openForeignBackend(() => json(whole));
  using errors = catchErrors();
  using worker = fakeServiceWorkerContainer({ controlled: true });
  const { hearWorker } = await import('../../src/reading/news/worker-client.ts');
  hearWorker();
  const tellChanged = (path: string) => worker.tell({ type: 'changed', isKept: true, url: backend.origin + path });
  using _ = await openBlog();
  await screen.findByText('A title');
  backend.reply = () => json({ ...whole, title: 'Another title' });
  tellChanged('/blog/posts/b');
  tellChanged('/blog/posts/a');
  await screen.findByText('Another title');
  expect(backend.received).toHaveLength(2);
  backend.reply = () => status(500);
  tellChanged('/blog/posts/a');
  await eventually(() => expect(errors).toHaveBeenCalled());
  expect(screen.getByText('Another title')).toBeDefined();
});

test('a click on a link to another post shows "Loading", not the previous post', async () => {
  const { promise: later, resolve: answer } = Promise.withResolvers<Reply>();
  await using _ = await openForeignBackend(({ path }) => (path.endsWith('/a') ? json(whole) : later));
  using page = await openBlog();
  await screen.findByText('A title');
  await page.user.click(screen.getByRole('link', { name: 'Next' }));
  expect(page.address()).toBe('/blog/b');
  expect(screen.queryByText('A title')).toBeNull();
  expect(isLoading()).toBe(true);
  answer(json({ ...whole, _id: 'b', title: 'Another title' }));
  await screen.findByText('Another title');
});

test('the screen percent-encodes the id of the post that it requests', async () => {
  await using backend = await openForeignBackend(() => json(whole));
  using _ = await openBlog(`/blog/${encodeURIComponent('ü/1 %')}`);
  await screen.findByText('A title');
  expect(backend.received[0]?.path).toBe(`/blog/posts/${encodeURIComponent('ü/1 %')}`);
});

test("shows a post's list entry at once, then the response to the post's own call", async () => {
  const { promise: later, resolve: answer } = Promise.withResolvers<Reply>();
  await using _ = await openForeignBackend(({ path }) => (path === '/blog/posts' ? json([whole]) : later));
  using __ = await openFromList();
  expect(isLoading()).toBe(false);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('A title');
  expect(screen.getByText('Second <b>line</b> on #topics')).toBeDefined();
  answer(json({ ...whole, title: 'Another title', content: 'Another text' }));
  await screen.findByText('Another text');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Another title');
});

test('if a list has no content for a post, shows "Loading" until the post is fetched', async () => {
  const { content: _, ...titled } = whole;
  await using backend = await openForeignBackend(({ path }) => json(path === '/blog/posts' ? [titled] : whole));
  using __ = await openFromList();
  expect(isLoading()).toBe(true);
  await screen.findByText('A title');
  expect(backend.received.map(({ path }) => path)).toEqual(['/blog/posts', '/blog/posts/a']);
});

test('a 404 for a post from a list replaces the shown post by "Loading"', async () => {
  await using _ = await openForeignBackend(({ path }) => (path === '/blog/posts' ? json([whole]) : status(404)));
  using errors = catchErrors();
  using __ = await openFromList();
  await eventually(() => expect(errors).toHaveBeenCalled());
  await eventually(() => expect(isLoading()).toBe(true));
});

test('a post from a list stays on screen offline, and is requested again online', async () => {
  await using backend = await openForeignBackend(({ path }) => (path === '/blog/posts' ? json([whole]) : 'drop'));
  using errors = catchErrors();
  using __ = await openFromList();
  await eventually(() => expect(errors).toHaveBeenCalled());
  expect(screen.getByText('A title')).toBeDefined();
  backend.reply = () => json({ ...whole, title: 'Another title' });
  await eventually(() => {
    act(() => void dispatchEvent(new Event('online')));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Another title');
  });
});
