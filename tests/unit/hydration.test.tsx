import { screen } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { readHydrationData } from '../../src/app/read-hydration-data.ts';
import { json, openForeignBackend } from './support/backend.ts';
import { openPage } from './support/page.tsx';

const post = { _id: 'a', title: 'Brought along', imgUrl: '', content: '' };

/** Opens a page that has the post as its hydration data. */
async function openHydrated(path: string) {
  const { HydrationProvider } = await import('../../src/app/components/HydrationProvider.tsx');
  const { BlogRoute } = await import('../../src/app/screens/Blog.tsx');
  return openPage(
    <HydrationProvider answers={{ post }} isRendered>
      <Link to="/else">Leave</Link>
      <Link to="/blog/a">Return</Link>
      <Routes>
        <Route path="/blog/:id" element={<BlogRoute />} />
        <Route path="*" element="Elsewhere" />
      </Routes>
    </HydrationProvider>,
    path,
  );
}

test("readHydrationData returns the absolute URL of a list's next page", () => {
  const page = { posts: [post], next: '/blog/posts?after=a' };
  const answers = JSON.stringify({ posts: { path: '/blog/posts', page } });
  document.body.innerHTML = `<script type="application/json" id="first-answers">${answers}</script>`;
  expect(readHydrationData().posts).toMatchObject({
    path: '/blog/posts',
    page: { posts: [{ _id: 'a', title: 'Brought along' }], next: 'http://localhost:3000/blog/posts?after=a' },
  });
});

test('a hydrated post is shown at once, and requested when the reader returns to it', async () => {
  await using backend = await openForeignBackend(() => json({ _id: 'a', title: 'Newer' }));
  using page = await openHydrated('/blog/a');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Brought along');
  expect(await backend.settled()).toEqual([]);
  await page.user.click(screen.getByRole('link', { name: 'Leave' }));
  await page.user.click(screen.getByRole('link', { name: 'Return' }));
  expect(screen.queryByText('Brought along')).toBeNull();
  await screen.findByText('Newer');
  expect(await backend.settled()).toHaveLength(1);
});

test('the hydration data of one post is not shown for another', async () => {
  await using _ = await openForeignBackend(() => json({ _id: 'b', title: 'Another' }));
  using __ = await openHydrated('/blog/b');
  expect(screen.queryByText('Brought along')).toBeNull();
  await screen.findByText('Another');
});
