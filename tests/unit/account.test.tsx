import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { watchLoads } from './support/address.ts';
import { type Backend, type Call, json, problem, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { openPage, type Page } from './support/page.tsx';
import { openOwnStage } from './support/stage.ts';
import { draftOf, post, putRecords } from './support/writing.ts';

const author = { token: 'abc', userId: '42' };

const id = (letter: string) => letter.repeat(43);
const times = { createdAt: '2026-11-01T12:00:00Z', lastUsedAt: '2026-11-19T12:00:00Z' };
const sessions = [
  { id: id('a'), ...times, device: '', isCurrent: true },
  { id: id('b'), ...times, device: 'Firefox on Linux', isCurrent: false },
];

/** Our own backend's responses, by method and path. A test may override some of them. */
const answers: Record<string, (call: Call) => Reply> = {
  'GET /auth/me': () => json({ username: 'Ada', email: 'ada@example.org' }),
  'GET /auth/sessions': () => json(sessions),
  'GET /auth/passkeys': () => json([]),
  'GET /auth/recovery-codes': () => json({ left: 0, createdAt: null }),
  'GET /blog/users/42/posts': () => json([{ _id: '1' }, { _id: '2' }]),
};
const replying =
  (others: Record<string, (call: Call) => Reply> = {}) =>
  (call: Call): Reply =>
    ({ ...answers, ...others })[`${call.method} ${call.path}`]?.(call) ?? status(404);

async function openAccount(path = '/account') {
  const { Account } = await import('../../src/app/screens/Account.tsx');
  const { openSession } = await import('../../src/session/session.ts');
  const { openProfile } = await import('../../src/session/profile.ts');
  openSession();
  await openProfile();
  return openPage(<Account />, path);
}

const section = (name: string) => within(screen.getByRole('region', { name }));
const sent = ({ received }: Backend, method: string, path: string) =>
  received.filter((call) => call.method === method && call.path === path).map(({ body }) => body && JSON.parse(body));

test('the account screen lists its seven sections in order', async () => {
  await using _ = await openOwnStage(replying(), author);
  using __ = await openAccount();
  const sections = ['Name', 'Password', 'Passkeys', 'Devices', 'Recovery codes', 'Your writing', 'Delete account'];
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(sections);
});

test('a late answer to a name change does not rename a user who logged in meanwhile', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<Reply>();
  await using backend = await openOwnStage((call) => (call.path === '/auth/name' ? late : replying()(call)), author);
  using page = await openAccount();
  const { profile } = await import('../../src/session/profile.ts');
  const { writeRecords } = await import('../../src/device/storage/records.ts');
  await page.user.type(section('Name').getByLabelText('Name'), ' King');
  await page.user.click(section('Name').getByRole('button', { name: 'Change name' }));
  await eventually(() => expect(sent(backend, 'PUT', '/auth/name')).toHaveLength(1));
  localStorage.setItem('userId', '43');
  localStorage.setItem('token', 'of bob');
  const bob = { username: 'Bob', email: 'bob@example.org' };
  profile.set(bob);
  await writeRecords({ put: { profile: { ...bob, userId: '43' } } });
  answer(json({ name: 'Ada King' }));
  await eventually(() => expect(section('Name').getByRole('button').getAttribute('aria-disabled')).toBe('false'));
  expect(profile.get()).toEqual(bob);
  expect(await backend.device.records()).not.toContain('King');
});

test('reports a changed name and password even if another tab renews the login', async () => {
  const [name, password] = [Promise.withResolvers<Reply>(), Promise.withResolvers<Reply>()];
  const late: Record<string, Promise<Reply>> = { '/auth/name': name.promise, '/auth/password': password.promise };
  await using backend = await openOwnStage((call) => late[call.path] ?? replying()(call), author);
  using page = await openAccount();
  await page.user.type(section('Name').getByLabelText('Name'), ' King');
  await page.user.click(section('Name').getByRole('button', { name: 'Change name' }));
  const fields = await changePassword(page);
  await eventually(() => expect(sent(backend, 'PUT', '/auth/password')).toHaveLength(1));
  localStorage.setItem('token', 'renewed elsewhere');
  name.resolve(json({ name: 'Ada King' }));
  await section('Name').findByText('Your name is changed.');
  password.resolve(json({ token: 'new', userId: '42' }));
  await fields.findByText(/Your password is changed/);
  expect({ ...localStorage }).toEqual({ token: 'new', userId: '42' });
});

test('logging out everywhere does not log out a user who has logged in meanwhile', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<Reply>();
  await using backend = await openOwnStage((call) => (call.method === 'DELETE' ? late : replying()(call)), author);
  using page = await openAccount();
  await page.user.click(screen.getByRole('button', { name: 'Log out everywhere' }));
  await page.user.click(section('Log out everywhere').getByRole('button', { name: 'Log out everywhere' }));
  await eventually(() => expect(sent(backend, 'DELETE', '/auth/sessions')).toHaveLength(1));
  localStorage.setItem('userId', '43');
  localStorage.setItem('token', 'of bob');
  answer(status(204));
  await eventually(() => expect(screen.queryByRole('region', { name: 'Log out everywhere' })).toBeNull());
  expect({ ...localStorage }).toEqual({ token: 'of bob', userId: '43' });
});

async function changePassword({ user }: Page) {
  const password = section('Password');
  await user.type(password.getByLabelText('Current password'), 'old and good');
  await user.type(password.getByLabelText('New password'), 'new and better');
  await user.click(password.getByRole('button', { name: 'Change password' }));
  return password;
}

test('a password change stores the new token, and clears the current password', async () => {
  const change = () => json({ token: 'new', userId: '42' });
  await using backend = await openOwnStage(replying({ 'PUT /auth/password': change }), author);
  using page = await openAccount();
  const password = await changePassword(page);
  await password.findByText(/Your password is changed/);
  expect(sent(backend, 'PUT', '/auth/password')).toEqual([{ password: 'old and good', newPassword: 'new and better' }]);
  expect(localStorage.getItem('token')).toBe('new');
  expect(password.getByLabelText<HTMLInputElement>('Current password').value).toBe('');
  // The change ended all sessions, so the list of devices is loaded again.
  const listings = () => backend.received.filter(({ path }) => path === '/auth/sessions');
  await eventually(() => expect(listings().at(-1)?.headers.authorization).toBe('Bearer new'));
});

test.each<[string, Reply, RegExp]>([
  ['a wrong password', problem(403, 'wrong_password'), /not your current password/],
  ['too many attempts', problem(429, 'too_many_attempts', {}, { 'Retry-After': '90' }), /Try again in 2 minutes/],
  ['a password that is refused', problem(422, 'invalid_field'), /did not accept this/],
  ['no network', 'drop', /may be changed already/],
  ['a broken server', status(500), /may be changed already/],
])('the password section reports %s, and does not clear the new password', async (_, reply, text) => {
  using __ = catchErrors();
  await using ___ = await openOwnStage(replying({ 'PUT /auth/password': () => reply }), author);
  using page = await openAccount();
  const password = await changePassword(page);
  await password.findByText(text);
  expect(password.getByLabelText<HTMLInputElement>('New password').value).toBe('new and better');
  expect(localStorage.getItem('token')).toBe('abc');
});

test('the password form marks email, old and new password for password managers', async () => {
  await using _ = await openOwnStage(replying(), author);
  using page = await openAccount();
  const password = section('Password');
  expect(password.getByLabelText('Current password').getAttribute('autocomplete')).toBe('current-password');
  const next = password.getByLabelText('New password');
  expect(next.getAttribute('autocomplete')).toBe('new-password');
  const username = next.closest('form')?.querySelector<HTMLInputElement>('[autocomplete=username]');
  expect(username?.value).toBe('ada@example.org');
  await page.user.click(password.getByRole('button', { name: 'Show new password' }));
  expect(next.getAttribute('type')).toBe('text');
});

test.each([
  ['', status(204)],
  [' whose session has ended already', problem(404, 'session_not_found')],
])("the account screen shows each device's name and times, and logs out a device%s", async (_, answer) => {
  const ended: string[] = [];
  await using backend = await openOwnStage((call) => {
    if (call.method === 'DELETE') ended.push(call.path);
    if (call.method === 'DELETE') return answer;
    return replying({ 'GET /auth/sessions': () => json(sessions.slice(0, 2 - ended.length)) })(call);
  }, author);
  using page = await openAccount();
  const devices = section('Devices');
  const [here, there] = await devices.findAllByRole('listitem');
  expect(here?.textContent).toContain('Unknown device This device');
  expect(there?.textContent).toContain('Firefox on Linux');
  expect(there?.querySelectorAll('time')).toHaveLength(2);
  await page.user.click(devices.getByRole('button', { name: 'Log out Firefox on Linux' }));
  await devices.findByText('Logged out: Firefox on Linux.');
  expect(devices.getAllByRole('listitem')).toHaveLength(1);
  expect(ended).toEqual([`/auth/sessions/${id('b')}`]);
  expect(backend.received.at(-1)?.headers.authorization).toBe('Bearer abc');
});

test('removing a device or passkey focuses a remaining row, or else the heading', async () => {
  const others = [...sessions, { ...sessions[1], id: id('c'), device: 'Safari on iOS' }];
  const passkey = { id: id('p'), name: 'Key', createdAt: '2026-11-01T12:00:00Z', lastUsedAt: null };
  const ended: string[] = [];
  await using _ = await openOwnStage((call) => {
    if (call.method === 'DELETE') ended.push(call.path.split('/').at(-1) ?? '');
    if (call.method === 'DELETE') return status(204);
    return replying({
      'GET /auth/sessions': () => json(others.filter((session) => !ended.includes(session.id))),
      'GET /auth/passkeys': () => json(ended.includes(id('p')) ? [] : [passkey]),
    })(call);
  }, author);
  using page = await openAccount();
  const devices = section('Devices');
  await page.user.click(await devices.findByRole('button', { name: 'Log out Firefox on Linux' }));
  await devices.findByText('Logged out: Firefox on Linux.');
  await eventually(() =>
    expect(document.activeElement).toBe(devices.getByRole('button', { name: 'Log out Safari on iOS' })),
  );
  await page.user.click(devices.getByRole('button', { name: 'Log out Safari on iOS' }));
  await eventually(() => expect(document.activeElement).toBe(devices.getByRole('button', { name: 'Log out here' })));
  const passkeys = section('Passkeys');
  await page.user.click(await passkeys.findByRole('button', { name: /^Remove/ }));
  await passkeys.findByText(/^Removed: Key/);
  await eventually(() => expect(document.activeElement).toBe(passkeys.getByRole('heading', { name: 'Passkeys' })));
});

test('deleting an account first lists its data, then removes the data from the device', async () => {
  await using backend = await openOwnStage(replying({ 'POST /auth/delete-account': () => status(204) }), author);
  using address = watchLoads();
  await putRecords(draftOf('Mine'), draftOf('Hers', post('Hers'), { userId: '43' }));
  using page = await openAccount();
  const { user } = page;
  const deleting = section('Delete account');
  await user.click(deleting.getByRole('button', { name: 'Delete account' }));
  await deleting.findByText('2 posts, with every version and picture');
  await deleting.findByText('On this device: 1 draft');
  deleting.getByText('Your login on every device, with drafts and waiting changes there');
  deleting.getByRole('button', { name: 'Export my writing' });
  await user.type(deleting.getByLabelText('Password'), 'old and good');
  await user.click(deleting.getByRole('button', { name: 'Delete everything' }));
  await eventually(() => expect(address.loads).toEqual(['/account#deleted']));
  expect(sent(backend, 'POST', '/auth/delete-account')).toEqual([{ password: 'old and good' }]);
  expect(await backend.device.records()).not.toContain('Mine');
  expect(await backend.device.records()).toContain('Hers');
  expect(localStorage.getItem('token')).toBeNull();
});

test('after a new login, the account screen loads the lists that a 401 had refused', async () => {
  using _ = catchErrors();
  await using __ = await openOwnStage((call) => {
    if (call.path === '/auth/login') return json({ token: 'new', userId: '42' });
    return call.headers.authorization === 'Bearer new' ? replying()(call) : problem(401, 'not_authenticated');
  }, author);
  using page = await openAccount();
  await page.user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await page.user.click(await screen.findByRole('button', { name: 'Log in again' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Log in again' }));
  await page.user.type(dialog.getByLabelText('Email'), 'ada@example.org');
  await page.user.type(dialog.getByLabelText('Password'), 'old and good');
  await page.user.click(dialog.getByRole('button', { name: 'Log in' }));
  await section('Devices').findByRole('heading', { name: 'Firefox on Linux' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(localStorage.getItem('token')).toBe('new');
});

test('offline, sections say that they need a connection; online, devices are listed', async () => {
  using _ = catchErrors();
  await using backend = await openOwnStage(() => 'drop', author);
  using __ = await openAccount();
  await eventually(() => expect(screen.getAllByText(/needs a connection\.$/)).toHaveLength(6));
  await section('Devices').findByText(/^No answer/);
  backend.reply = replying();
  dispatchEvent(new Event('online'));
  await section('Devices').findByRole('heading', { name: 'Firefox on Linux' });
  expect(screen.queryByText(/needs a connection\.$/)).toBeNull();
});

test('reports a 429, and does not request the devices again before Retry-After', async () => {
  using _ = catchErrors();
  const list = () => problem(429, 'too_many_attempts', {}, { 'Retry-After': '3600' });
  await using backend = await openOwnStage(replying({ 'GET /auth/sessions': list }), author);
  using __ = await openAccount();
  const devices = section('Devices');
  await devices.findByText('Too many requests: the server does not show this now. Trying again in 60 minutes.');
  const asked = async () => (await backend.settled()).filter(({ path }) => path === '/auth/sessions').length;
  const before = await asked();
  dispatchEvent(new Event('online'));
  expect(await asked()).toBe(before);
});

test('after a 429 with Retry-After: 1, requests the device list again by itself', async () => {
  using _ = catchErrors();
  let isBusy = true;
  const list = () => (isBusy ? problem(429, 'too_many_attempts', {}, { 'Retry-After': '1' }) : json(sessions));
  await using __ = await openOwnStage(replying({ 'GET /auth/sessions': list }), author);
  using ___ = await openAccount();
  await section('Devices').findByText(/Trying again in a moment\.$/);
  isBusy = false;
  await section('Devices').findByRole('heading', { name: 'Firefox on Linux' });
});

test("a URL with a section's hash focuses the heading of that section", async () => {
  await using _ = await openOwnStage(replying(), author);
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  using __ = await openAccount('/account#password');
  expect(document.activeElement).toBe(section('Password').getByRole('heading', { name: 'Password' }));
  expect(scrolled.mock.contexts).toEqual([document.activeElement]);
});

test('without a login, the account screen says so, and requests nothing', async () => {
  await using backend = await openOwnStage(replying());
  using _ = await openAccount();
  expect(screen.getByRole('alert').textContent).toBe('User not logged in. Login');
  expect(await backend.settled()).toEqual([]);
});
