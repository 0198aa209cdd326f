// @vitest-environment node
import { text } from 'node:stream/consumers';
import type { ComponentProps, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { prerenderToNodeStream } from 'react-dom/static';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { catchErrors } from './support/console.ts';
import { stubGlobal } from './support/global.ts';

/** Replaces a global with an object that throws when code accesses one of its members. */
function forbid(name: string): Disposable {
  const forbidden = new Proxy(
    {},
    {
      get: (_, member) => {
        throw new Error(`${name}.${String(member)} was touched`);
      },
      has: () => {
        throw new Error(`${name} was looked into`);
      },
    },
  );
  return stubGlobal(name, forbidden);
}

/** A Date that parses strings, and throws if code asks for the current time. */
class TextDate extends Date {
  constructor(...given: ConstructorParameters<typeof Date> | []) {
    if (given.length === 0) throw new Error('new Date() was asked for the time');
    super(...(given as [string | number]));
  }
  static override now(): number {
    throw new Error('Date.now() was asked for the time');
  }
}

function forbidBrowser(): Disposable {
  const names = ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'document', 'location', 'history'];
  const globals = new DisposableStack();
  for (const name of names) globals.use(forbid(name));
  globals.use(stubGlobal('Date', TextDate));
  vi.resetModules();
  return globals;
}

const post = {
  _id: '7',
  title: 'A <title>',
  summary: 'In short',
  imgUrl: '/a.png',
  content: 'All & of it',
  createdAt: '2026-11-01T23:30:00.000Z',
  author: { email: 'ada@example.org' },
};

test.each([
  ['/', 'Start Reading', 'Storyline: every line of code tells a story'],
  ['/home', 'Loading blogs...', 'All Blogs · Storyline'],
  ['/register', 'Log in to create and share blogs!', 'Register · Storyline'],
  ['/login', 'Welcome back', 'Login · Storyline'],
  ['/create', 'Create New Blog', 'Create New Blog · Storyline'],
  ['/myBlogs', '<h1>My Blogs</h1>', 'My Blogs · Storyline'],
  ['/blog/7', 'Loading blog...', 'Blog · Storyline'],
  ['/profile', 'There is no page', 'Not Found · Storyline'],
])('%s is rendered with header, footer and title, without browser APIs', async (location, words, title) => {
  using _ = forbidBrowser();
  using errors = catchErrors();
  const page = { title: '', host: '' };
  const { Routing } = await import('../../src/app/routes.tsx');
  const { ServerDocumentContext: Rendered } = await import('../../src/app/hooks/ServerDocumentContext.ts');
  const { prelude } = await prerenderToNodeStream(
    <Rendered value={page}>
      <StaticRouter location={location}>
        <Routing />
      </StaticRouter>
    </Rendered>,
  );
  const html = await text(prelude);
  expect(html).toContain(words);
  expect(html).toContain('<header');
  expect(html).toContain('<footer');
  expect(page.title).toBe(title);
  expect(errors).not.toHaveBeenCalled();
});

test('renders a list and a post from given answers, with escaped text and a date', async () => {
  using _ = forbidBrowser();
  const { Home } = await import('../../src/app/screens/Home.tsx');
  const { HydrationProvider: Visit } = await import('../../src/app/components/HydrationProvider.tsx');
  const { BlogRoute } = await import('../../src/app/screens/Blog.tsx');
  const { ServerDocumentContext: Rendered } = await import('../../src/app/hooks/ServerDocumentContext.ts');
  const htmlOf = (location: string, answers: ComponentProps<typeof Visit>['answers'], screen: ReactNode) =>
    renderToString(
      <Rendered value={{ title: '', host: 'blog.example' }}>
        <StaticRouter location={location}>
          <Visit isRendered answers={answers}>
            {screen}
          </Visit>
        </StaticRouter>
      </Rendered>,
    );
  const page = { posts: [post], next: '/blog/posts?after=7' };
  const list = htmlOf('/home', { posts: { path: '/blog/posts', page } }, <Home />);
  expect(list).toContain('A &lt;title&gt;');
  expect(list).toContain('href="/blog/7"');
  expect(list).toContain('2026-11-01</time>');
  expect(list).toContain('href="/home?after=7"');
  const route = (
    <Routes>
      <Route path="/blog/:id" element={<BlogRoute />} />
    </Routes>
  );
  const detail = htmlOf('/blog/7', { post, prose: <p>All &amp; of it</p> }, route);
  expect(detail).toContain('All &amp; of it');
  expect(detail).toContain('ada@example.org');
});
