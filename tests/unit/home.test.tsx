import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { json, openForeignBackend, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { watchListEnds } from './support/list-ends.ts';
import { openPage } from './support/page.tsx';

async function openHome(path = '/home') {
  const { Home } = await import('../../src/app/screens/Home.tsx');
  return openPage(<Home />, path);
}

const titles = () => [...document.querySelectorAll('h2')].map((heading) => heading.textContent);

test("the list shows that it is loading, then the posts in the backend's order", async () => {
  const posts = ['Second', 'First'].map((title) => ({ _id: title, title }));
  await using _ = await openForeignBackend(() => json(posts));
  using __ = await openHome();
  expect(screen.getByRole('status').textContent).toBe('Loading blogs...');
  await screen.findByText('Second');
  expect(titles()).toEqual(['Second', 'First']);
  expect(screen.queryByRole('status')).toBeNull();
});

test('an empty list shows a message', async () => {
  await using _ = await openForeignBackend(() => json([]));
  using __ = await openHome();
  await screen.findByText('No blogs available at the moment.');
});

test.each<[string, Reply]>([
  ['a refusal', status(404)],
  ['no network', 'drop'],
  ['a response that is not a list', json({ posts: [] })],
])("the list shows the specification's error message for %s", async (_, reply) => {
  await using __ = await openForeignBackend(() => reply);
  using ___ = catchErrors();
  using ____ = await openHome();
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('Failed to fetch blog posts.'));
});

test('after a failure, Refresh is disabled while the list is requested again', async () => {
  await using backend = await openForeignBackend(() => 'drop');
  using _ = catchErrors();
  using page = await openHome();
  await screen.findByRole('alert');
  backend.reply = () => 'hang';
  await page.user.click(screen.getByText('Refresh'));
  await eventually(() => expect(screen.getByText('Refreshing…').ariaDisabled).toBe('true'));
});

test('the list skips invalid entries, and shows the known fields of incomplete posts', async () => {
  const entries = [
    ...[null, 7, 'a post', [], {}, { title: 'Without an id' }],
    { _id: 'bare' },
    { _id: 'odd', title: 42, summary: ['x'], imgUrl: 7, content: { a: 1 }, createdAt: {}, author: 'Ada' },
    { _id: 'nulls', title: null, summary: null, imgUrl: null, content: null, createdAt: null, author: null },
    { _id: 17, title: 'A number for an id', createdAt: 1_770_000_000_000, author: { email: 5 } },
    { _id: 'date', title: 'No such day', createdAt: '2026-99-99' },
    { _id: 'a/b?c#d%', title: 'An awkward id' },
  ];
  await using _ = await openForeignBackend(() => json(entries));
  using page = await openHome();
  await screen.findByText('An awkward id');
  expect(titles()).toEqual([...Array(3).fill('Untitled'), 'A number for an id', 'No such day', 'An awkward id']);
  expect(document.body.textContent).not.toMatch(/Invalid Date|undefined|null|NaN|\[object/);
  await page.user.click(screen.getByRole('link', { name: 'A number for an id' }));
  expect(page.address()).toBe('/blog/17');
});

test('reaching the end of a page of the list loads the next page', async () => {
  await using _ = await openForeignBackend(({ path }) =>
    path === '/blog/posts'
      ? json([{ _id: 2, title: 'Newer' }], { Link: '<?after=2>; rel=next' })
      : json([{ _id: 1, title: 'Older' }]),
  );
  using ends = watchListEnds();
  using __ = await openHome();
  await screen.findByText('Newer');
  await ends.reach();
  await screen.findByText('Older');
  expect(titles()).toEqual(['Newer', 'Older']);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test("the list begins at the cursor in the screen's URL", async () => {
  await using backend = await openForeignBackend(() => json([{ _id: 1, title: 'Older' }]));
  using _ = await openHome('/home?after=a%26b');
  await screen.findByText('Older');
  expect(backend.received[0]?.path).toBe('/blog/posts?after=a%26b');
});
