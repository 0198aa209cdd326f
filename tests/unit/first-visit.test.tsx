import { screen } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { FirstVisit } from '../../src/app/FirstVisit.tsx';
import { readFirstAnswers } from '../../src/app/firstAnswers.ts';
import { json, openForeignBackend } from './support/backend.ts';
import { openPage } from './support/page.tsx';

const post = {
  _id: 'a',
  title: 'Brought along',
  summary: undefined,
  imgUrl: '',
  content: '',
  createdAt: undefined,
  author: undefined,
};

function openDocument(html: string): Disposable {
  const holder = document.createElement('div');
  holder.innerHTML = html;
  document.body.append(holder);
  return { [Symbol.dispose]: () => holder.remove() };
}

const embedded = (value: unknown) =>
  `<script type="application/json" id="first-answers">${JSON.stringify(value)}</script>`;

test('an empty page brings nothing along', () => {
  expect(readFirstAnswers()).toEqual({});
});

test('a list that was brought along has its next page as an address', () => {
  const page = { posts: [post], next: '/blog/posts?after=a' };
  using _ = openDocument(embedded({ posts: { path: '/blog/posts', page } }));
  expect(readFirstAnswers().posts).toMatchObject({
    path: '/blog/posts',
    page: { posts: [{ _id: 'a', title: 'Brought along' }], next: 'http://localhost:3000/blog/posts?after=a' },
  });
});

test('a list without a next page has none', () => {
  using _ = openDocument(embedded({ posts: { path: '/blog/posts', page: { posts: [] } } }));
  expect(readFirstAnswers().posts?.page.next).toBeUndefined();
});

test('the content of a post is taken from where the page shows it', () => {
  using _ = openDocument(`<div class="prose">1 &lt; 2\n\n  &amp; more</div>${embedded({ post })}`);
  expect(readFirstAnswers().post).toMatchObject({ _id: 'a', content: '1 < 2\n\n  & more' });
});

test('a post that was brought along is shown at once; whoever comes back to it later gets a newer one', async () => {
  await using backend = await openForeignBackend(() => json({ _id: 'a', title: 'Newer' }));
  const { FirstVisit: Fresh } = await import('../../src/app/FirstVisit.tsx');
  const { BlogRoute } = await import('../../src/app/screens/Blog.tsx');
  using page = openPage(
    <Fresh answers={{ post }}>
      <Link to="/else">Leave</Link>
      <Link to="/blog/a">Return</Link>
      <Routes>
        <Route path="/blog/:id" element={<BlogRoute />} />
        <Route path="*" element="Elsewhere" />
      </Routes>
    </Fresh>,
    '/blog/a',
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Brought along');
  expect(backend.received).toEqual([]);
  await page.user.click(screen.getByRole('link', { name: 'Leave' }));
  await page.user.click(screen.getByRole('link', { name: 'Return' }));
  expect(screen.queryByText('Brought along')).toBeNull();
  await screen.findByText('Newer');
});

test('what was brought along for one post is not shown for another', async () => {
  await using _ = await openForeignBackend(() => json({ _id: 'b', title: 'Another' }));
  const { BlogRoute } = await import('../../src/app/screens/Blog.tsx');
  using __ = openPage(
    <FirstVisit answers={{ post }}>
      <Routes>
        <Route path="/blog/:id" element={<BlogRoute />} />
      </Routes>
    </FirstVisit>,
    '/blog/b',
  );
  expect(screen.queryByText('Brought along')).toBeNull();
  await screen.findByText('Another');
});
