import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Call, json, openOwnBackend, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { openDialogs } from './support/dialogs.ts';
import { eventually } from './support/eventually.ts';
import { openPage, type Page } from './support/page.tsx';

const author = { token: 'abc', userId: '42' };
const draft = {
  version: 1 as const,
  id: 'mine',
  userId: '42',
  post: { title: 'Half', imgUrl: '', content: '' },
  savedAt: 1,
  origin: 'typed' as const,
};

const problem = (code: string, status: number) => json({ code }, {}, status);

/** An account as the own backend has it, until `gone`. */
function account() {
  const state: { gone: boolean; onDelete: () => Reply } = { gone: false, onDelete: () => status(204) };
  const reply = ({ method, path }: Call): Reply => {
    if (path === '/auth/delete-account' && !state.gone) return state.onDelete();
    if (path === '/blog/users/42/posts') return state.gone ? problem('user_not_found', 404) : json([]);
    if (path === '/auth/logout') return status(204);
    if (path === '/auth/login') return problem('wrong_credentials', 401);
    if (state.gone) return problem('not_authenticated', 401);
    if (path === '/auth/me') return json({ username: 'Ada', email: 'ada@example.org' });
    if (path === '/auth/recovery-codes') return json({ left: 0, createdAt: null });
    return method === 'GET' ? json([]) : status(404);
  };
  return { state, reply };
}

async function openAccount() {
  const { Account } = await import('../../src/app/screens/Account.tsx');
  const { openSession } = await import('../../src/data/session/session.ts');
  openSession();
  return openPage(<Account />, '/account');
}

async function deleteEverything({ user }: Page) {
  const deleting = within(await screen.findByRole('region', { name: 'Delete account' }));
  await user.click(deleting.getByRole('button', { name: 'Delete account' }));
  await user.type(deleting.getByLabelText('Password'), 'old and good');
  await user.click(deleting.getByRole('button', { name: 'Delete everything' }));
  return deleting;
}

async function writeDraft() {
  const { saveDraft } = await import('../../src/data/drafts/drafts.ts');
  await saveDraft(draft);
}

/** As every later page of this device does. */
async function startPage() {
  const { openSession } = await import('../../src/data/session/session.ts');
  openSession();
  await (await import('../../src/data/account/start-account-tasks.ts')).startAccountTasks();
}

test('A deletion whose answer was lost counts once the server knows no such account', async () => {
  using _ = catchErrors();
  await using device = openDevice(author);
  const { state, reply } = account();
  await using __ = await openOwnBackend(reply);
  using ___ = openDialogs();
  await writeDraft();
  state.onDelete = () => {
    state.gone = true;
    return 'drop';
  };
  using page = await openAccount();
  await deleteEverything(page);
  await screen.findByText(/^Your account is deleted\. Nothing/);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
  expect(await device.records()).not.toContain('Half');
});

test('A deletion that was cut off with the network is found done when that is back, and asks for no login', async () => {
  using _ = catchErrors();
  await using device = openDevice(author);
  const { state, reply } = account();
  await using backend = await openOwnBackend(reply);
  using __ = openDialogs();
  await writeDraft();
  using page = await openAccount();
  backend.reply = () => 'drop';
  const deleting = await deleteEverything(page);
  await deleting.findByText(/may be deleted already/);
  state.gone = true;
  backend.reply = reply;
  dispatchEvent(new Event('online'));
  await screen.findByText(/^Your account is deleted\. Nothing/);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await device.records()).not.toContain('Half');
});

test('A deletion that the server did not get leaves the account, and everything on the device', async () => {
  using _ = catchErrors();
  await using device = openDevice(author);
  const { state, reply } = account();
  await using __ = await openOwnBackend(reply);
  using ___ = openDialogs();
  await writeDraft();
  state.onDelete = () => 'drop';
  using page = await openAccount();
  const deleting = await deleteEverything(page);
  await deleting.findByText(/may be deleted already/);
  expect(localStorage.getItem('token')).toBe('abc');
  expect(await device.records()).toContain('Half');
});

test('A page that was closed before the answer came leaves the rest to the next one', async () => {
  using _ = catchErrors();
  await using device = openDevice(author);
  const { state, reply } = account();
  await using backend = await openOwnBackend(() => 'drop');
  await writeDraft();
  const { deleteOwnAccount } = await import('../../src/data/account/delete-own-account.ts');
  await expect(deleteOwnAccount(author, 'old and good')).rejects.toThrow();
  state.gone = true;
  backend.reply = reply;
  await startPage();
  await eventually(async () => expect(await device.records()).not.toContain('Half'));
  expect(localStorage.getItem('token')).toBeNull();
});

test('What another tab saves of a deleted account afterwards is gone at once', async () => {
  await using device = openDevice(author);
  await using _ = await openOwnBackend(account().reply);
  const { openSession } = await import('../../src/data/session/session.ts');
  openSession();
  await writeDraft();
  const { forgetAccount } = await import('../../src/data/account/forget-account.ts');
  const { autosaveDraft } = await import('../../src/data/drafts/draft-autosave.ts');
  const inOtherTab = autosaveDraft(draft);
  await forgetAccount('42', undefined);
  inOtherTab.change({ content: 'Half and a word' });
  inOtherTab.leave();
  await inOtherTab.flush();
  expect(await device.records()).not.toContain('Half');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Half');
});

test('What another tab has set aside of a deleted account goes too, and nothing of anybody else', async () => {
  await using _ = openDevice(author);
  await using __ = await openOwnBackend(account().reply);
  const { backUpDraft } = await import('../../src/data/drafts/draft-backup.ts');
  const { tellOtherTabs } = await import('../../src/data/account/account-news.ts');
  backUpDraft(draft);
  backUpDraft({ ...draft, id: 'hers', userId: '43', post: { ...draft.post, title: 'Hers' } });
  await startPage();
  tellOtherTabs({ kind: 'deleted', userId: '42' });
  await eventually(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain('Half'));
  expect(JSON.stringify({ ...sessionStorage })).toContain('Hers');
});

test('Whoever has logged in since stays logged in when another account is removed', async () => {
  await using device = openDevice({ token: 'of bob', userId: '43' });
  await using _ = await openOwnBackend(account().reply);
  const { openSession } = await import('../../src/data/session/session.ts');
  openSession();
  const { writeRecords } = await import('../../src/data/storage/records.ts');
  await writeRecords({ put: { profile: { username: 'Bob', email: 'bob@example.org', userId: '43' } } });
  await writeDraft();
  const { forgetAccount } = await import('../../src/data/account/forget-account.ts');
  await forgetAccount('42', undefined);
  expect(localStorage.getItem('token')).toBe('of bob');
  expect(await device.records()).toContain('Bob');
  expect(await device.records()).not.toContain('Half');
});

const pinned = { _id: 'p', title: 'Pinned words', imgUrl: '', content: '', author: { id: '42', name: 'Ada' } };

async function pinPost() {
  const { putCached } = await import('../../src/data/cache/response-cache.ts');
  const url = new URL('/blog/posts/p', location.href).href;
  await putCached('pinned', { url, body: JSON.stringify(pinned), link: null, callNumber: 1, isStale: false });
}

async function pinnedTexts(): Promise<string> {
  const { readAllCached } = await import('../../src/data/cache/response-cache.ts');
  return (await readAllCached('pinned')).map(({ body }) => body).join('');
}

test('What could not be removed of an account is said to be left, and goes when the app starts again', async () => {
  using _ = catchErrors();
  await using device = openDevice(author);
  await using __ = await openOwnBackend(account().reply);
  using ___ = openDialogs();
  await pinPost();
  using page = await openAccount();
  using broken = vi.spyOn(caches, 'open').mockRejectedValue(new DOMException('The disk fails', 'UnknownError'));
  await deleteEverything(page);
  await screen.findByText(/^Your account is deleted on the server\. Some of it is left on this device/);
  broken.mockRestore();
  expect(await pinnedTexts()).toContain('Pinned words');
  await startPage();
  await eventually(async () => expect(await pinnedTexts()).toBe(''));
});

test('A login by another tab that this one has not heard of outlives the removal, with its private data', async () => {
  await using device = openDevice(author);
  await using _ = await openOwnBackend(account().reply);
  const { openSession } = await import('../../src/data/session/session.ts');
  openSession();
  const { writeRecords } = await import('../../src/data/storage/records.ts');
  await writeRecords({ put: { profile: { username: 'Bob', email: 'bob@example.org', userId: '43' } } });
  localStorage.setItem('userId', '43');
  localStorage.setItem('token', 'of bob');
  const { forgetAccount } = await import('../../src/data/account/forget-account.ts');
  expect(await forgetAccount('42', undefined)).toBe(true);
  expect({ ...localStorage }).toEqual({ token: 'of bob', userId: '43' });
  expect(await device.records()).toContain('Bob');
});

test('A login by another tab while the posts are removed keeps its private data', async () => {
  await using device = openDevice(author);
  await using _ = await openOwnBackend(account().reply);
  const { openSession } = await import('../../src/data/session/session.ts');
  openSession();
  const { writeRecords } = await import('../../src/data/storage/records.ts');
  const { forgetAccount } = await import('../../src/data/account/forget-account.ts');
  const removing = forgetAccount('42', undefined);
  expect(localStorage.getItem('token')).toBeNull();
  localStorage.setItem('userId', '43');
  localStorage.setItem('token', 'of bob');
  await writeRecords({ put: { profile: { username: 'Bob', email: 'bob@example.org', userId: '43' } } });
  await removing;
  expect(await device.records()).toContain('Bob');
});

test('The farewell of a deletion that is found done later leaves the focus with whoever reads elsewhere', async () => {
  using _ = catchErrors();
  await using __ = openDevice(author);
  const { state, reply } = account();
  await using backend = await openOwnBackend(reply);
  using ___ = openDialogs();
  using page = await openAccount();
  backend.reply = () => 'drop';
  const deleting = await deleteEverything(page);
  await deleting.findByText(/may be deleted already/);
  const elsewhere = document.body.appendChild(document.createElement('button'));
  elsewhere.focus();
  state.gone = true;
  backend.reply = reply;
  dispatchEvent(new Event('online'));
  await screen.findByText(/^Your account is deleted\. Nothing/);
  expect(document.activeElement).toBe(elsewhere);
  elsewhere.remove();
});

test('A page that was opened before the login hears of a deletion and of a new name', async () => {
  await using _ = openDevice();
  await using __ = await openOwnBackend(account().reply);
  const { backUpDraft } = await import('../../src/data/drafts/draft-backup.ts');
  const { tellOtherTabs } = await import('../../src/data/account/account-news.ts');
  const { profile } = await import('../../src/data/session/profile.ts');
  const { startSession } = await import('../../src/data/session/accept-login.ts');
  await startPage();
  startSession(author);
  profile.set({ username: 'Ada', email: 'ada@example.org' });
  backUpDraft(draft);
  await eventually(() => {
    tellOtherTabs({ kind: 'renamed', userId: '42', username: 'Countess' });
    expect(profile.get()?.username).toBe('Countess');
  });
  tellOtherTabs({ kind: 'deleted', userId: '42' });
  await eventually(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain('Half'));
});
