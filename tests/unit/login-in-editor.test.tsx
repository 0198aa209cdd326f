import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { watchLoads } from './support/address.ts';
import { type Call, json, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openCreate } from './support/create-screen.tsx';
import { eventually } from './support/eventually.ts';
import type { Page } from './support/page.tsx';
import { openForeignStage, openOwnStage } from './support/stage.ts';

const author = { token: 'expired', userId: '42' };
const chunk = '../../src/app/components/LoginAgainDialog.tsx';

/** Returns a backend whose login returns the token `new`, and which accepts posts only with this token. */
const renewing =
  (userId: string) =>
  ({ path, headers }: Call): Reply => {
    if (path === '/auth/login') return json({ token: 'new', userId });
    if (path === '/auth/logout') return status(204);
    return headers.authorization === 'Bearer new' ? status(201) : status(401);
  };

/** Types a text into the screen Create, and submits it. */
async function submitTyped() {
  const page = await openCreate();
  const content = screen.getByLabelText<HTMLTextAreaElement>('Blog Content');
  await page.user.type(content, 'As typed');
  content.setSelectionRange(2, 2);
  await page.user.click(screen.getByText('Create Blog'));
  return { ...page, content };
}

async function logIn({ user }: Page) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Log in again' }));
  await user.type(dialog.getByLabelText('Email'), 'ada@example.org');
  await user.type(dialog.getByLabelText('Password'), 'old and good');
  await user.click(dialog.getByRole('button', { name: 'Log in' }));
  return dialog;
}

test('cancelling the login keeps text and caret, and submits nothing', async () => {
  using _ = catchErrors();
  await using stage = await openOwnStage(renewing('42'), author);
  using page = await submitTyped();
  const dialog = within(await screen.findByRole('dialog', { name: 'Log in again' }));
  await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  const { value, selectionStart, selectionEnd } = page.content;
  expect([value, selectionStart, selectionEnd]).toEqual(['As typed', 2, 2]);
  expect(await stage.device.records()).not.toContain('"pending"');
});

test('a login as another user publishes nothing', async () => {
  using _ = catchErrors();
  await using backend = await openOwnStage(renewing('43'), author);
  using page = await submitTyped();
  const dialog = await logIn(page);
  await dialog.findByText(/That is another account/);
  expect({ ...localStorage }).toEqual(author);
  expect(page.content.value).toBe('As typed');
  expect(backend.received.filter(({ path }) => path === '/blog/posts')).toHaveLength(1);
});

test('a login in another tab publishes a post that was submitted with an expired login', async () => {
  using _ = catchErrors();
  await using __ = await openOwnStage(renewing('42'), author);
  using address = watchLoads();
  using ___ = await submitTyped();
  await screen.findByRole('dialog', { name: 'Log in again' });
  localStorage.setItem('token', 'new');
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  await eventually(() => expect(address.loads).toEqual(['reload']));
});

test("a login answered after another user's login is discarded and logged out", async () => {
  using _ = catchErrors();
  const { promise: late, resolve: answer } = Promise.withResolvers<Reply>();
  await using backend = await openOwnStage(
    (call) => (call.path === '/auth/login' ? late : renewing('42')(call)),
    author,
  );
  using page = await submitTyped();
  await logIn(page);
  await eventually(() => expect(backend.received.map(({ path }) => path)).toContain('/auth/login'));
  // Another user logs in in another tab; the storage event has not reached this tab yet.
  localStorage.setItem('userId', '43');
  localStorage.setItem('token', 'of bob');
  answer(json({ token: 'new', userId: '42' }));
  await eventually(() => expect(backend.received.map(({ path }) => path)).toContain('/auth/logout'));
  expect({ ...localStorage }).toEqual({ token: 'of bob', userId: '43' });
});

test('reports a login dialog that fails to load, and opens it on the next submit', async () => {
  using _ = catchErrors();
  await using __ = await openOwnStage(renewing('42'), author);
  using address = watchLoads();
  const gate = Promise.withResolvers<void>();
  vi.doMock(chunk, async () => {
    await gate.promise;
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  using page = await submitTyped();
  await screen.findByText(/Loading the login form…$/);
  gate.resolve();
  const alert = await screen.findByText(/could not be loaded/);
  expect(alert.getAttribute('role')).toBe('alert');
  expect(page.content.value).toBe('As typed');
  vi.doUnmock(chunk);
  await page.user.click(screen.getByText('Create Blog'));
  await logIn(page);
  await eventually(() => expect(address.loads).toEqual(['reload']));
});

test('with a foreign backend, the form shows no login dialog', async () => {
  using errors = catchErrors();
  await using _ = await openForeignStage(({ method }) => (method === 'POST' ? status(401) : json([])), author);
  using __ = await submitTyped();
  await eventually(() => expect(errors).toHaveBeenCalled());
  await eventually(() => expect(screen.getByText('Create Blog').getAttribute('aria-disabled')).toBe('false'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
