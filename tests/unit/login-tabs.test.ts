import { expect, test, vi } from 'vitest';
import { type Call, json, type Reply } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { openForeignStage } from './support/stage.ts';

const ada = { token: 'token of ada', userId: 'ada' };
const bob = { token: 'token of bob', userId: 'bob' };

async function load() {
  vi.resetModules();
  return {
    ...(await import('../../src/account/accept-login.ts')),
    ...(await import('../../src/session/start-session.ts')),
    ...(await import('../../src/session/session.ts')),
    ...(await import('../../src/session/profile.ts')),
  };
}

/** Records the token and the userId in local storage after each write, as other tabs can see them. */
function watchWrites(tell: () => void = () => undefined) {
  const seen: (string | null)[][] = [];
  const note = () => {
    seen.push([localStorage.getItem('token'), localStorage.getItem('userId')]);
    tell();
  };
  const { setItem, removeItem } = Storage.prototype;
  const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    setItem.call(this, key, value);
    note();
  });
  const remove = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, key) {
    removeItem.call(this, key);
    note();
  });
  return { seen, [Symbol.dispose]: () => [set, remove].forEach((spy) => void spy.mockRestore()) };
}

test('a page restored from the back/forward cache has the session of the latest login', async () => {
  await using _ = openDevice(ada);
  const { openSession, session } = await load();
  openSession();
  // A frozen page gets no event for these writes.
  localStorage.setItem('token', bob.token);
  localStorage.setItem('userId', bob.userId);
  expect(session.get()).toEqual(ada);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(session.get()).toEqual(bob);
});

test.each([ada, { userId: 'ada' }, {}])("other tabs see another user's login as one change (%j)", async (before) => {
  await using _ = openDevice(before);
  const [tab, other] = [await load(), await load()];
  tab.openSession();
  other.openSession();
  const seen: unknown[] = [];
  other.session.subscribe(() => seen.push(other.session.get()));
  // Tells the other tab of each write before the next write, as a browser with several processes may.
  using writes = watchWrites(() => dispatchEvent(new StorageEvent('storage')));
  tab.startSession(bob);
  expect(writes.seen.length).toBeGreaterThan(1);
  expect(seen).toEqual([bob]);
});

test('ignores a login that was stored only in part, and accepts the next login', async () => {
  await using _ = openDevice({ token: '', userId: 'ada' });
  const { openSession, startSession, session } = await load();
  openSession();
  expect(session.get().token).toBeNull();
  startSession(bob);
  expect(session.get()).toEqual(bob);
});

test('no tab sees a logout when the same user logs in again', async () => {
  await using _ = openDevice(ada);
  const { openSession, startSession } = await load();
  openSession();
  using writes = watchWrites();
  startSession({ token: 'a newer token', userId: 'ada' });
  expect(writes.seen.map(([token]) => token)).not.toContain(null);
});

test('drops a profile that was requested for another user, and requests a new one', async () => {
  const replies: ((reply: Reply) => void)[] = [];
  await using stage = await openForeignStage(() => new Promise<Reply>((resolve) => replies.push(resolve)), ada);
  const { openSession, followProfile, profile } = await load();
  openSession();
  followProfile();
  await eventually(() => expect(replies).toHaveLength(1));
  // The write of the token reaches this tab before the write of the userId.
  localStorage.setItem('token', bob.token);
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  await eventually(() => expect(replies).toHaveLength(2));
  localStorage.setItem('userId', bob.userId);
  dispatchEvent(new StorageEvent('storage', { key: 'userId' }));
  await eventually(() => expect(replies).toHaveLength(3));
  replies[0]?.(json({ username: 'Ada', email: 'ada@example.org' }));
  replies[1]?.(json({ username: 'Bob', email: 'bob@example.org' }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(profile.get()).toBeUndefined();
  expect(await stage.device.records()).not.toContain('Bob');
  replies[2]?.(json({ username: 'Bob', email: 'bob@example.org' }));
  await eventually(async () => expect(await stage.device.records()).toContain('"userId":"bob"'));
  expect(profile.get()).toMatchObject({ username: 'Bob' });
});

test("the previous user's stored profile is removed before another user is logged in", async () => {
  const name = ({ headers }: Call) => (headers.authorization === `Bearer ${bob.token}` ? 'Bob' : 'Ada');
  await using stage = await openForeignStage((call) => json({ username: name(call), email: 'it@example.org' }), ada);
  const { openSession, followProfile, acceptLogin, profile, session } = await load();
  openSession();
  followProfile();
  await eventually(async () => expect(await stage.device.records()).toContain('Ada'));
  const { promise: recordsAtLogin, resolve } = Promise.withResolvers<string>();
  session.subscribe(() => session.get().userId === 'bob' && resolve(stage.device.records()));
  await acceptLogin(bob);
  expect(await recordsAtLogin).not.toContain('Ada');
  await eventually(async () => expect(await stage.device.records()).toContain('"userId":"bob"'));
  expect(profile.get()).toMatchObject({ username: 'Bob' });
});

test('a logout in another tab removes the stored profile', async () => {
  await using stage = await openForeignStage(() => json({ username: 'Ada', email: 'ada@example.org' }), ada);
  const { openSession, followProfile } = await load();
  openSession();
  followProfile();
  await eventually(async () => expect(await stage.device.records()).toContain('Ada'));
  localStorage.removeItem('token');
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  await eventually(async () => expect(await stage.device.records()).not.toContain('Ada'));
});

test('keeps a login and a logout in memory if access to local storage is denied', async () => {
  await using _ = openDevice();
  using __ = catchErrors();
  const { openSession, startSession, endSession, session } = await load();
  using ___ = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  openSession();
  expect(startSession(ada)).toBe(false);
  dispatchEvent(new PageTransitionEvent('pageshow'));
  expect(session.get()).toEqual(ada);
  endSession();
  expect(session.get()).toEqual({ token: null, userId: 'ada' });
});

test('keeps a login in memory if local storage rejects writes', async () => {
  await using _ = openDevice();
  using __ = catchErrors();
  const { openSession, startSession, session } = await load();
  openSession();
  using ___ = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  expect(startSession(ada)).toBe(false);
  dispatchEvent(new StorageEvent('storage', { key: 'other' }));
  expect(session.get()).toEqual(ada);
});
