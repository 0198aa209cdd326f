import { expect, test, vi } from 'vitest';
import { type Backend, captivePortal, json, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { openRecordFaults } from './support/record-faults.ts';
import { openForeignStage } from './support/stage.ts';

const ada = { username: 'ada', email: 'ada@example.org' };
const author = { token: 'secret-token', userId: '42' };

/** Imports the session modules afresh, as a page load does. */
async function start() {
  vi.resetModules();
  const { openSession, session, endSession } = await import('../../src/session/session.ts');
  const { startSession } = await import('../../src/session/start-session.ts');
  const { openProfile, profile, forgetProfile } = await import('../../src/session/profile.ts');
  openSession();
  return { openProfile, profile, forgetProfile, session, startSession, endSession };
}

async function rememberAda(backend: Backend) {
  backend.reply = () => json(ada);
  const { openProfile, profile } = await start();
  await openProfile();
  expect(profile.get()).toEqual(ada);
}

test('requests the profile with the token', async () => {
  await using backend = await openForeignStage(() => json({ ...ada, role: 'admin' }), author);
  const { openProfile, profile } = await start();
  await openProfile();
  expect(profile.get()).toEqual(ada);
  expect(backend.received).toMatchObject([{ path: '/auth/me', headers: { authorization: 'Bearer secret-token' } }]);
});

test('never requests the profile without a token', async () => {
  await using backend = await openForeignStage(() => json(ada), { userId: '42' });
  const { openProfile, profile } = await start();
  await openProfile();
  expect(profile.get()).toBeUndefined();
  expect(backend.received).toEqual([]);
});

test.each<[string, Reply]>([
  ['the connection is dropped', 'drop'],
  ['the backend fails with 500', status(500)],
  ['a captive portal answers', captivePortal],
  ['the profile is not found', status(404)],
  ['the answer is no profile', json(null)],
])('keeps the last known profile when %s', async (_, reply) => {
  await using backend = await openForeignStage(() => reply, author);
  using errors = catchErrors();
  await rememberAda(backend);
  backend.reply = () => reply;
  const { openProfile, profile } = await start();
  await openProfile();
  expect(profile.get()).toEqual(ada);
  expect(await backend.device.records()).toContain('ada@example.org');
  expect(errors).toHaveBeenCalledOnce();
  expect(localStorage.getItem('token')).toBe('secret-token');
});

test.each([401, 403])('removes the stored profile, and keeps the token, when the backend answers %d', async (code) => {
  await using backend = await openForeignStage(() => status(code), author);
  using errors = catchErrors();
  await rememberAda(backend);
  backend.reply = () => status(code);
  const { openProfile, profile } = await start();
  await openProfile();
  expect(profile.get()).toBeUndefined();
  expect(await backend.device.records()).not.toContain('ada');
  expect(errors).toHaveBeenCalledOnce();
  expect(localStorage.getItem('token')).toBe('secret-token');
  backend.reply = () => 'drop';
  const later = await start();
  await later.openProfile();
  expect(later.profile.get()).toBeUndefined();
});

test('shows the last known profile before the backend has answered', async () => {
  await using backend = await openForeignStage(() => 'hang', author);
  using _ = catchErrors();
  await rememberAda(backend);
  backend.reply = () => 'hang';
  const { openProfile, profile } = await start();
  const { promise: known, resolve } = Promise.withResolvers<void>();
  profile.subscribe(resolve);
  const opening = openProfile();
  await known;
  expect(profile.get()).toEqual(ada);
  await backend.stop();
  await opening;
});

test('does not show a stored profile to a user with another id', async () => {
  await using backend = await openForeignStage(() => 'drop', author);
  using _ = catchErrors();
  await rememberAda(backend);
  backend.reply = () => 'drop';
  localStorage.setItem('userId', '43');
  const { openProfile, profile } = await start();
  await openProfile();
  expect(profile.get()).toBeUndefined();
});

test("stores the backend's profile only if it differs from the stored profile", async () => {
  await using backend = await openForeignStage(() => json(ada), author);
  await rememberAda(backend);
  const { openProfile, profile } = await start();
  backend.reply = async () => {
    await eventually(() => expect(profile.get()).toEqual(ada));
    return json(ada);
  };
  using put = vi.spyOn(IDBObjectStore.prototype, 'put');
  await openProfile();
  expect(put).not.toHaveBeenCalled();
  backend.reply = () => json({ ...ada, username: 'ada lovelace' });
  await (await start()).openProfile();
  expect(await backend.device.records()).toContain('ada lovelace');
});

test("a stored profile that is read late does not replace the backend's profile", async () => {
  await using backend = await openForeignStage(() => json(ada), author);
  await rememberAda(backend);
  using faults = openRecordFaults();
  const renamed = { ...ada, username: 'ada lovelace' };
  backend.reply = () => json(renamed);
  const { openProfile, profile } = await start();
  const shown: unknown[] = [];
  profile.subscribe(() => shown.push(profile.get()));
  const hung = await faults.hang();
  const opening = openProfile();
  await eventually(() => expect(shown).toEqual([renamed]));
  hung[Symbol.dispose]();
  await opening;
  expect(shown).toEqual([renamed]);
});

test('does not show a stored profile whose read ends after the logout', async () => {
  await using backend = await openForeignStage(() => json(ada), author);
  await rememberAda(backend);
  using _ = catchErrors();
  using faults = openRecordFaults();
  backend.reply = () => 'drop';
  const { openProfile, profile, endSession } = await start();
  const hung = await faults.hang();
  const opening = openProfile();
  endSession();
  hung[Symbol.dispose]();
  await opening;
  expect(profile.get()).toBeUndefined();
});

test("a late 401 for the previous token does not remove the new user's profile", async () => {
  const { promise: later, resolve: refuse } = Promise.withResolvers<Reply>();
  await using _ = await openForeignStage(
    ({ headers }) =>
      headers.authorization === 'Bearer secret-token' ? later : json({ username: 'eve', email: 'eve@example.org' }),
    author,
  );
  using __ = catchErrors();
  const { openProfile, profile, startSession } = await start();
  const before = openProfile();
  startSession({ token: 'new-token', userId: '43' });
  await openProfile();
  refuse(status(401));
  await before;
  expect(profile.get()).toMatchObject({ username: 'eve' });
});
