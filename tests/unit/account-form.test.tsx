import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { invitationHeader } from '../../src/contract/invitation.ts';
import { watchLoads } from './support/address.ts';
import { json, openForeignBackend, openOwnBackend, problem, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { openPage, type Page } from './support/page.tsx';
import { openForeignStage, openOwnStage } from './support/stage.ts';

const credentials = json({ token: 'abc', userId: '42' });

async function openLogin() {
  const { Login } = await import('../../src/app/screens/Login.tsx');
  return openPage(<Login />, '/login');
}

async function openRegister(address = '/register') {
  const { Register } = await import('../../src/app/screens/Register.tsx');
  return openPage(<Register />, address);
}

async function fillIn({ user }: Page) {
  await user.click(screen.getByLabelText('Email'));
  await user.paste('ada@example.org');
  await user.click(screen.getByLabelText('Password'));
  await user.paste(' analytical ');
}

const button = () => screen.getByText('Login', { selector: 'button' });
const press = ({ user }: Page) => user.click(button());

test.each<[string, Reply]>([
  ['a wrong password', status(401)],
  ['an answer without a token', json({ userId: '42' })],
  ['a failing backend', status(500)],
  ['no network', 'drop'],
])('the login form shows the same message for %s, and does not clear its fields', async (_, reply) => {
  await using ___ = await openForeignStage(() => reply);
  using address = watchLoads();
  using errors = catchErrors();
  using page = await openLogin();
  expect(screen.getByRole('alert').textContent).toBe('');
  await fillIn(page);
  await press(page);
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('Login failed. Please try again.'));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(' analytical ');
  expect(errors).toHaveBeenCalledOnce();
  expect(address.loads).toEqual([]);
  expect(localStorage).toHaveLength(0);
});

test('a login clears an earlier error; only the next page opens the stored session', async () => {
  await using backend = await openForeignStage(() => status(401));
  using address = watchLoads();
  using __ = catchErrors();
  using page = await openLogin();
  await fillIn(page);
  await press(page);
  await screen.findByText('Login failed. Please try again.');
  backend.reply = () => credentials;
  await press(page);
  await eventually(() => expect(address.loads).toEqual(['/home']));
  expect(screen.queryByText('Login failed. Please try again.')).toBeNull();
  expect(localStorage.getItem('token')).toBe('abc');
  // An open session writes to IndexedDB. If a page is left while it creates a database, WebKit may never open that
  // database again.
  const { session } = await import('../../src/session/session.ts');
  expect(session.get().token).toBeNull();
});

test('after a login, the form stays busy until pagehide, and then clears the password', async () => {
  await using _ = await openForeignStage(() => credentials);
  using address = watchLoads();
  using page = await openLogin();
  await fillIn(page);
  await press(page);
  await eventually(() => expect(address.loads).toEqual(['/home']));
  const form = button().closest('form');
  expect(form?.getAttribute('aria-busy')).toBe('true');
  dispatchEvent(new PageTransitionEvent('pagehide'));
  await eventually(() => expect(form?.getAttribute('aria-busy')).toBe('false'));
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
});

test('the login form requires email and password, and links to registration', async () => {
  await using backend = await openForeignBackend(() => credentials);
  using page = await openLogin();
  const email = screen.getByLabelText<HTMLInputElement>('Email');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  expect([email.type, email.required, email.autocomplete]).toEqual(['email', true, 'email']);
  expect([password.type, password.required, password.autocomplete]).toEqual(['password', true, 'current-password']);
  await press(page);
  await page.user.type(email, 'no email');
  await page.user.type(password, 'x');
  await press(page);
  expect(await backend.settled()).toEqual([]);
  await page.user.click(screen.getByRole('link', { name: 'Register' }));
  expect(page.address()).toBe('/register');
});

test.each([
  ['registration_closed', 'Registration is closed for now.'],
  ['invitation_required', 'You need an invitation to register here.'],
])('the registration form shows why our own backend refused the registration (%s)', async (code, words) => {
  await using __ = await openOwnStage(() => problem(403, code));
  using ___ = catchErrors();
  using page = await openRegister();
  expect(screen.queryByText(words)).toBeNull();
  await page.user.type(screen.getByLabelText('Name'), 'Ada');
  await fillIn(page);
  await press(page);
  await screen.findByText(words);
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe('Login failed. Please try again.'));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada');
});

test.each([
  ['own', openOwnStage, 'a code'],
  ['foreign', openForeignStage, null],
] as const)("a registration sends the URL's invitation code only to our own backend (%s)", async (_, open, sent) => {
  await using backend = await open(() => credentials);
  using page = await openRegister('/register?invite=a+code');
  await page.user.type(screen.getByLabelText('Name'), 'Ada');
  await fillIn(page);
  await press(page);
  await eventually(() => expect(page.address()).toBe('/home'));
  const registration = backend.received.find(({ path }) => path === '/auth/register');
  expect(registration?.headers[invitationHeader.toLowerCase()] ?? null).toBe(sent);
  expect(Object.keys(JSON.parse(registration?.body ?? ''))).toEqual(['name', 'email', 'password']);
});

test('the registration form has the specified heading and labels, and links to login', async () => {
  await using _ = await openForeignBackend(() => credentials);
  using page = await openRegister();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome to Storyline');
  expect(screen.getByText('Log in to create and share blogs!')).toBeDefined();
  for (const label of ['Name', 'Email', 'Password']) {
    expect(screen.getByLabelText<HTMLInputElement>(label).required).toBe(true);
  }
  expect(screen.queryByText(/At least/)).toBeNull();
  await page.user.click(screen.getByRole('link', { name: 'Login' }));
  expect(page.address()).toBe('/login');
});

test('on our own backend, the registration form describes the minimum password length', async () => {
  await using _ = await openOwnBackend(() => credentials);
  using __ = await openRegister();
  const hint = screen.getByLabelText('Password').getAttribute('aria-describedby') ?? '';
  expect(within(document.body).getByText('At least 8 characters.').id).toBe(hint);
});
