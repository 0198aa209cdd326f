import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { json, openForeignBackend } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { openPage } from './support/page.tsx';

const post = { _id: '7', title: 'A title', content: 'Text', author: { email: 'ada@example.org' } };

const openBackend = () => openForeignBackend(({ path }) => json(path.endsWith('posts') ? [post] : post));

/** Opens the app at a URL, with empty browser storage and a new backend. */
async function openApp(path: string) {
  const stack = new AsyncDisposableStack();
  stack.use(openDevice());
  stack.use(await openBackend());
  const { Routing } = await import('../../src/app/routes.tsx');
  return { ...stack.use(openPage(<Routing />, path)), [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const announced = () => document.querySelector('.visually-hidden[aria-live="polite"]')?.textContent;

test.each([
  ['/', 'Storyline: every line of code tells a story', 'every line of code tells a story'],
  ['/home', 'All Blogs · Storyline', 'All Blogs'],
  ['/register', 'Register · Storyline', 'Welcome to Storyline'],
  ['/login', 'Login · Storyline', 'Welcome back'],
  ['/create', 'Create New Blog · Storyline', 'Create New Blog'],
  ['/myBlogs', 'My Blogs · Storyline', 'My Blogs'],
  ['/blog/7', 'A title · Storyline', 'A title'],
  ['/blog/7/edit', 'Not Found · Storyline', 'Not Found'],
  ['/topic/rust', 'Not Found · Storyline', 'Not Found'],
  ['/account', 'Not Found · Storyline', 'Not Found'],
  ['/recover', 'Not Found · Storyline', 'Not Found'],
  ['/profile', 'Not Found · Storyline', 'Not Found'],
  ['/no/such/page', 'Not Found · Storyline', 'Not Found'],
])("the page at %s has the title %j, and a heading in the layout's main element", async (path, title, heading) => {
  await using _ = await openApp(path);
  await eventually(() => expect(document.title).toBe(title));
  await eventually(() => expect(screen.queryByText(/^Loading/)).toBeNull());
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(screen.getByRole('banner')).toBeDefined();
  expect(screen.getByRole('main').contains(screen.getByRole('heading', { level: 1 }))).toBe(true);
  expect(screen.getByRole('contentinfo').textContent).toContain('every line of code tells a story');
});

test("without a profile, the nav bar's links for authors lead to the login", async () => {
  await using _ = await openApp('/home');
  await screen.findByText('A title');
  const bar = within(screen.getByRole('banner'));
  const links = bar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  const leads = { Storyline: '/', Home: '/home', 'My Blogs': '/login', Create: '/login', Login: '/login' };
  expect(Object.fromEntries(links)).toEqual(leads);
});

test.each([
  [{ username: 'ada', email: 'ada@example.org' }, '/myBlogs', '/create', true],
  [{ username: '', email: 'ada@example.org' }, '/myBlogs', '/create', false],
  [{ username: 'ada', email: '' }, '/login', '/login', true],
])('for the profile %j, the nav bar links My Blogs to %s and Create to %s', async (known, myBlogs, create, hasMenu) => {
  await using _ = await openApp('/home');
  const { profile } = await import('../../src/session/profile.ts');
  await screen.findByText('A title');
  await act(async () => profile.set(known));
  const bar = within(screen.getByRole('banner'));
  expect(bar.getByRole('link', { name: 'My Blogs' }).getAttribute('href')).toBe(myBlogs);
  expect(bar.getByRole('link', { name: 'Create' }).getAttribute('href')).toBe(create);
  if (hasMenu) await bar.findByRole('button', { name: 'ada' });
  else expect(bar.queryByRole('button', { name: 'ada' })).toBeNull();
  expect(bar.queryByRole('link', { name: 'Login' }) === null).toBe(hasMenu);
});

test('navigating to a screen announces only the new title, and moves the focus to main', async () => {
  await using page = await openApp('/home');
  await screen.findByText('A title');
  expect(announced()).toBe('');
  expect(document.activeElement).toBe(document.body);
  const heard: (string | undefined)[] = [];
  const observer = new MutationObserver(() => void heard.push(announced()));
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  await page.user.click(screen.getByRole('link', { name: 'Login' }));
  await screen.findByText('Welcome back');
  await eventually(() => expect(announced()).toBe('Login · Storyline'));
  observer.disconnect();
  // The old screen is not announced while the next screen is loading.
  expect(new Set(heard.filter(Boolean))).toEqual(new Set(['Login · Storyline']));
  expect(document.activeElement).toBe(screen.getByRole('main'));
  await page.user.click(screen.getByRole('link', { name: 'Home' }));
  await eventually(() => expect(announced()).toBe('All Blogs · Storyline'));
  await page.user.click(await screen.findByRole('link', { name: 'A title' }));
  await eventually(() => expect(announced()).toBe('A title · Storyline'));
});

test('offline, the layout says how old the shown posts are; online, it says nothing', async () => {
  await using _ = await openApp('/login');
  const { answeredAt, connection } = await import('../../src/device/calls/connection.ts');
  await screen.findByText('Welcome back');
  const notice = () => document.querySelector('.connection')?.textContent;
  expect(notice()).toBe('');
  act(() => connection.set('away'));
  expect(notice()).toBe('Offline.');
  act(() => answeredAt.set(Date.now()));
  expect(notice()).toBe('Offline. Showing what is on this device.');
  act(() => answeredAt.set(Date.now() - 2 * 60 * 60 * 1000));
  expect(notice()).toBe('Offline. Showing posts from 2 hours ago.');
  expect(document.querySelector('.connection')?.getAttribute('role')).toBe('status');
  act(() => connection.set('reachable'));
  expect(notice()).toBe('');
});

test('a screen that throws shows an error message', async () => {
  using errors = catchErrors();
  const { ErrorBoundary } = await import('../../src/app/layout/ErrorBoundary.tsx');
  using _ = openPage(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain('This page did not open');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  expect(errors).toHaveBeenCalled();
});

function Broken(): never {
  throw new Error('A mistake of ours');
}
