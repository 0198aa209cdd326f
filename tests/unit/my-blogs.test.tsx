import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Backend, json, openForeignBackend, type Reply, status } from './support/backend.ts';
import { catchErrors, catchLog } from './support/console.ts';
import { type Device, openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { openPage } from './support/page.tsx';

const two = json([
  { _id: 'b', title: 'Second' },
  { _id: 'a', title: 'First' },
]);

async function openMyBlogs() {
  const { MyBlogs } = await import('../../src/app/screens/MyBlogs.tsx');
  const { openSession } = await import('../../src/data/session.ts');
  openSession();
  return openPage(<MyBlogs />, '/myBlogs');
}

/** A copy of the own list, which is the last to follow a delete: when it has, all is done. */
async function keepOwnList(device: Device, backend: Backend) {
  const { keepCopy } = await import('../../src/data/copies/cache.ts');
  const url = `${backend.origin}/blog/users/42/posts`;
  await keepCopy('own', { url, body: two.body ?? '', link: null, keptAt: 1, outdated: false });
  return {
    forgets: (title: string) => eventually(async () => expect(await device.caches.dump()).not.toContain(title)),
  };
}

const titles = () => [...document.querySelectorAll('h2')].map((heading) => heading.textContent);
const deleteButton = (title: string) => screen.getByLabelText(`Delete ${title}`);

test('without a userId nothing is asked', async () => {
  await using _ = openDevice({ token: 'abc' });
  await using backend = await openForeignBackend(() => two);
  using __ = await openMyBlogs();
  expect(screen.getByRole('alert').textContent).toBe('User not logged in.');
  expect(backend.received).toEqual([]);
});

test("the user's own posts are asked for by the userId, also after a logout, and without the token", async () => {
  await using _ = openDevice({ userId: '42' });
  await using backend = await openForeignBackend(() => two);
  using __ = await openMyBlogs();
  expect(screen.getByRole('status').textContent).toBe('Loading blogs...');
  await screen.findByText('Second');
  expect(titles()).toEqual(['Second', 'First']);
  expect(backend.received).toMatchObject([{ method: 'GET', path: '/blog/users/42/posts' }]);
  expect(backend.received[0]?.headers).not.toHaveProperty('authorization');
});

test('an author who has written nothing is told so', async () => {
  await using _ = openDevice({ userId: '42' });
  await using __ = await openForeignBackend(() => json([]));
  using ___ = await openMyBlogs();
  await screen.findByText('You have not written any blogs yet.');
});

test.each<Reply>([status(500), status(404), 'drop', json({})])(
  '%j is told in the words of the specification',
  async (reply) => {
    await using _ = openDevice({ userId: '42' });
    await using __ = await openForeignBackend(() => reply);
    using ___ = catchErrors();
    using ____ = await openMyBlogs();
    await eventually(() => expect(screen.getByRole('alert').textContent).toBe('Failed to fetch blogs.'));
  },
);

test('a click on a card logs and leads nowhere', async () => {
  await using _ = openDevice({ userId: '42' });
  await using __ = await openForeignBackend(() => two);
  using log = catchLog();
  using page = await openMyBlogs();
  await page.user.click(await screen.findByText('First'));
  expect(log).toHaveBeenCalledOnce();
  expect(log.mock.calls[0]).toContain('a');
  expect(page.address()).toBe('/myBlogs');
  expect(screen.queryByRole('link')).toBeNull();
});

test('Delete asks nothing, deletes once, takes the post off the list, and is no click on the card', async () => {
  await using device = openDevice({ token: 'abc', userId: '42' });
  await using backend = await openForeignBackend(({ method }) => (method === 'DELETE' ? { status: 204 } : two));
  const copies = await keepOwnList(device, backend);
  using log = catchLog();
  using page = await openMyBlogs();
  await screen.findByText('First');
  await page.user.dblClick(deleteButton('First'));
  await eventually(() => expect(titles()).toEqual(['Second']));
  const deletes = backend.received.filter(({ method }) => method === 'DELETE');
  expect(deletes).toMatchObject([{ path: '/blog/posts/a' }]);
  expect(deletes[0]?.headers).not.toHaveProperty('authorization');
  expect(log).not.toHaveBeenCalled();
  await copies.forgets('First');
});

test('a post that is gone already leaves the list', async () => {
  await using device = openDevice({ userId: '42' });
  await using backend = await openForeignBackend(({ method }) => (method === 'DELETE' ? status(404) : two));
  const copies = await keepOwnList(device, backend);
  using page = await openMyBlogs();
  await screen.findByText('First');
  await page.user.click(deleteButton('First'));
  await eventually(() => expect(titles()).toEqual(['Second']));
  await copies.forgets('First');
});

test.each<Reply>([status(401), status(403), status(500), 'drop'])(
  'a delete that is answered with %j is logged, and the post stays',
  async (reply) => {
    await using device = openDevice({ userId: '42' });
    await using backend = await openForeignBackend(({ method }) => (method === 'DELETE' ? reply : two));
    const copies = await keepOwnList(device, backend);
    using errors = catchErrors();
    using page = await openMyBlogs();
    await screen.findByText('First');
    await page.user.click(deleteButton('First'));
    await eventually(() => expect(errors).toHaveBeenCalled());
    expect(titles()).toEqual(['Second', 'First']);
    expect(screen.queryByRole('alert')).toBeNull();
    backend.reply = ({ method }) => (method === 'DELETE' ? { status: 204 } : two);
    await eventually(() => expect(deleteButton('First').getAttribute('aria-disabled')).toBe('false'));
    await page.user.click(deleteButton('First'));
    await eventually(() => expect(titles()).toEqual(['Second']));
    await copies.forgets('First');
  },
);

test('with its last post gone the list says that it is empty', async () => {
  await using device = openDevice({ userId: '42' });
  await using backend = await openForeignBackend(({ method }) => (method === 'DELETE' ? { status: 204 } : two));
  const copies = await keepOwnList(device, backend);
  using page = await openMyBlogs();
  await screen.findByText('First');
  await page.user.click(deleteButton('First'));
  await page.user.click(deleteButton('Second'));
  await screen.findByText('You have not written any blogs yet.');
  await copies.forgets('First');
  await copies.forgets('Second');
});

test('a deleted post leaves the copies on the device', async () => {
  await using device = openDevice({ userId: '42' });
  await using backend = await openForeignBackend(({ method }) => (method === 'DELETE' ? { status: 204 } : two));
  const { keepCopy } = await import('../../src/data/copies/cache.ts');
  const copy = { body: two.body ?? '', link: null, keptAt: 1, outdated: false };
  await keepCopy('lists', { ...copy, url: `${backend.origin}/blog/posts` });
  await keepCopy('posts', { ...copy, url: `${backend.origin}/blog/posts/a`, body: '{"_id":"a","title":"First"}' });
  using page = await openMyBlogs();
  await screen.findByText('First');
  await page.user.click(deleteButton('First'));
  await eventually(async () => expect(await device.caches.dump()).not.toContain('First'));
  expect(await device.caches.dump()).toContain('Second');
});
