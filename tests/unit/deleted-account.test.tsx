import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { watchLoads } from './support/address.ts';
import { type Call, json, problem, type Reply, type Replying, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { openPage, type Page } from './support/page.tsx';
import { openOwnStage } from './support/stage.ts';
import { loadStored, pinPosts } from './support/stored-reading.ts';
import { draftOf, post, putRecords, recordOf } from './support/writing.ts';

const author = { token: 'abc', userId: '42' };
const draft = draftOf('mine', { title: 'Half', imgUrl: '', content: '' });

/** Answers as our own backend does for an existing account. For a deleted account, use `deleted`. */
function account({ method, path }: Call): Reply {
  if (path === '/auth/me') return json({ username: 'Ada', email: 'ada@example.org' });
  if (path === '/auth/recovery-codes') return json({ left: 0, createdAt: null });
  return method === 'GET' ? json([]) : status(404);
}
const deleted = () => problem(401, 'account_deleted');

/** Opens a device on which the author has a draft, and records the page loads. */
async function openAda(reply: Replying) {
  await using owned = new AsyncDisposableStack();
  owned.use(catchErrors());
  const stage = owned.use(await openOwnStage(reply, author));
  const { loads } = owned.use(watchLoads());
  await putRecords(draft);
  const opened = owned.move();
  return Object.assign(stage, { loads, [Symbol.asyncDispose]: () => opened.disposeAsync() });
}

async function deleteEverything({ user }: Page) {
  const deleting = within(await screen.findByRole('region', { name: 'Delete account' }));
  await user.click(deleting.getByRole('button', { name: 'Delete account' }));
  await user.type(deleting.getByLabelText('Password'), 'old and good');
  await user.click(deleting.getByRole('button', { name: 'Delete everything' }));
  return deleting;
}

/** Starts the session, the profile and the account tasks, as every page does. */
async function startPage() {
  const { openSession } = await import('../../src/session/session.ts');
  const { openProfile } = await import('../../src/session/profile.ts');
  const { startAccountTasks } = await import('../../src/account/start-account-tasks.ts');
  openSession();
  await Promise.all([openProfile(), startAccountTasks()]);
}

const farewell = '/account#deleted';

test('an unanswered account deletion removes no data until the server confirms it', async () => {
  await using ada = await openAda(account);
  const { Account } = await import('../../src/app/screens/Account.tsx');
  await startPage();
  using page = openPage(<Account />, '/account');
  ada.reply = () => 'drop';
  const deleting = await deleteEverything(page);
  await deleting.findByText(/may be deleted already/);
  expect(localStorage.getItem('token')).toBe('abc');
  expect(await ada.device.records()).toContain('Half');
  ada.reply = deleted;
  dispatchEvent(new Event('online'));
  await eventually(() => expect(new Set(ada.loads)).toEqual(new Set([farewell])));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await ada.device.records()).not.toContain('Half');
});

test.each([
  ['a login that has expired', problem(401, 'not_authenticated')],
  ['a suspended account', problem(403, 'account_suspended')],
  ['a server that does not know the account', problem(404, 'user_not_found')],
])("%s removes none of the author's texts from the device", async (_, refusal) => {
  await using ada = await openAda(() => refusal);
  await startPage();
  await ada.settled();
  expect(await ada.device.records()).toContain('Half');
  expect([localStorage.getItem('token'), ada.loads]).toEqual(['abc', []]);
});

test('a late account_deleted response for an old token does not affect a newer login', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<Reply>();
  await using ada = await openAda(() => late);
  const starting = startPage();
  await eventually(() => expect(ada.received).toHaveLength(1));
  const { startSession } = await import('../../src/session/start-session.ts');
  startSession({ token: 'new', userId: '42' });
  answer(deleted());
  const { deletedLogin } = await import('../../src/device/calls/client.ts');
  await starting;
  expect(deletedLogin.get()).toBe('Bearer abc');
  expect(await ada.device.records()).toContain('Half');
  expect([localStorage.getItem('token'), ada.loads]).toEqual(['new', []]);
});

test("after an account's data is removed, another tab's open form stores no text", async () => {
  await using ada = await openAda(account);
  const { openSession } = await import('../../src/session/session.ts');
  openSession();
  const { forgetAccount } = await import('../../src/account/forget-account.ts');
  const { formText } = await import('../../src/writing/forms/form-text.ts');
  const inOtherTab = formText(draft, '42');
  await forgetAccount(author);
  inOtherTab.change({ content: 'Half and a word' });
  inOtherTab.leave();
  await inOtherTab.flush();
  expect(await ada.device.records()).not.toContain('Half');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Half');
});

const pinned = { _id: 'p', title: 'Pinned words', author: { id: '42', email: '', name: 'Ada' } };

/** Makes the reading database fail until disposed of. */
function breakReading(): Disposable {
  const { transaction } = IDBDatabase.prototype;
  return vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    if (this.name === 'reading') throw new DOMException('The disk fails', 'UnknownError');
    return transaction.apply(this, args);
  });
}

test("the next page load repeats a failed removal of an account's data, and logs out", async () => {
  await using ada = await openAda(deleted);
  await pinPosts(pinned);
  const stored = await loadStored();
  {
    using _ = breakReading();
    await startPage();
    await ada.settled();
  }
  expect(await stored.dump()).toContain('Pinned words');
  expect([localStorage.getItem('token'), ada.loads]).toEqual(['abc', []]);
  vi.resetModules();
  await startPage();
  await eventually(() => expect(ada.loads).toEqual([farewell]));
  expect(await stored.dump()).not.toContain('Pinned words');
});

test('logs out of a deleted account in a browser without Cache Storage', async () => {
  await using ada = await openAda(deleted);
  ada.device.caches[Symbol.dispose]();
  await startPage();
  await ada.settled();
  await eventually(() => expect(ada.loads).toEqual([farewell]));
  expect(localStorage.getItem('token')).toBeNull();
});

test('after a deleted account is restored, its author can log in and save drafts', async () => {
  await using ada = await openAda(account);
  const { openSession } = await import('../../src/session/session.ts');
  openSession();
  const { forgetAccount } = await import('../../src/account/forget-account.ts');
  const { startSession } = await import('../../src/session/start-session.ts');
  const { formText } = await import('../../src/writing/forms/form-text.ts');
  await forgetAccount(author);
  startSession({ token: 'new', userId: '42' });
  const typing = formText(draft, '42');
  typing.change({ content: 'Half and a word' });
  await typing.flush();
  expect(await ada.device.records()).toContain('Half and a word');
});

test("removing one account's data does not remove another user's login and profile", async () => {
  await using ada = await openAda(account);
  const { openSession } = await import('../../src/session/session.ts');
  openSession();
  const { writeRecords } = await import('../../src/device/storage/records.ts');
  const { forgetAccount } = await import('../../src/account/forget-account.ts');
  const removing = forgetAccount(author);
  localStorage.setItem('userId', '43');
  localStorage.setItem('token', 'of bob');
  await writeRecords({ put: { profile: { username: 'Bob', email: 'bob@example.org', userId: '43' } } });
  await removing;
  expect({ ...localStorage }).toEqual({ token: 'of bob', userId: '43' });
  expect(await ada.device.records()).toContain('Bob');
});

test('a page opened before login applies an account rename and deletion by another tab', async () => {
  await using _ = await openOwnStage(account);
  const { backUpInTab } = await import('../../src/writing/record/tab-backup.ts');
  const { tellOtherTabs } = await import('../../src/account/account-news.ts');
  const { profile } = await import('../../src/session/profile.ts');
  const { startSession } = await import('../../src/session/start-session.ts');
  await startPage();
  startSession(author);
  profile.set({ username: 'Ada', email: 'ada@example.org' });
  const backUp = (title: string, userId: string) =>
    backUpInTab({ start: recordOf(title, { userId }), typed: { text: post(title), rev: 2, form: 'f' } });
  backUp('Half', '42');
  backUp('Hers', '43');
  await eventually(() => {
    tellOtherTabs({ kind: 'renamed', userId: '42', username: 'Countess' });
    expect(profile.get()?.username).toBe('Countess');
  });
  tellOtherTabs({ kind: 'deleted', userId: '42' });
  await eventually(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain('Half'));
  expect(JSON.stringify({ ...sessionStorage })).toContain('Hers');
});
