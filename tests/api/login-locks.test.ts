import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ProblemCode } from '../../src/contract/problems.ts';
import { deleteExpired } from '../../src/server/access/delete-expired.ts';
import { sha256, type User, userOfToken } from '../../src/server/access/sessions.ts';
import { suspend } from '../../src/server/accounts/moderation.ts';
import { changePassword, rename } from '../../src/server/accounts/own-account.ts';
import { endAllSessions } from '../../src/server/accounts/own-sessions.ts';
import { hashPassword } from '../../src/server/accounts/passwords.ts';
import { makeRecoveryCodes } from '../../src/server/accounts/recovery-codes.ts';
import { logIn } from '../../src/server/accounts/register-and-log-in.ts';
import { expectUnchanged, setPassword } from '../../src/server/accounts/set-password.ts';
import { storeImage } from '../../src/server/images/store-image.ts';
import { findCacheKeys, pageOfPosts } from '../../src/server/posts/query-lists.ts';
import { importPost } from '../../src/server/posts/store-imported-post.ts';
import { postgres, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';
import { indexHere, noLimits } from './support/two-stores.ts';

const test = testOn(stores);

const login = { email: 'ada@example.com', password: 'correct horse' };

test("a login invalidates no cached document of the user's posts", async ({ two }) => {
  const { store } = two;
  const { post } = await two.publish();
  const versions = async () => [await findCacheKeys(store, [post._id]), await pageOfPosts(store)];
  const before = await versions();
  await logIn(store, login);
  expect(await versions()).toEqual(before);
});

test('a login with the old password during a password change opens no session', async ({ two }) => {
  const { store, other, user } = two;
  let trying: Promise<unknown> | undefined;
  await other.db.transaction().execute(async (work) => {
    await work
      .updateTable('users')
      .set({ password_hash: await hashPassword('a new one') })
      .execute();
    await work.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    // The login accepts the old password, as the new one is not committed, and then waits for the transaction.
    trying = logIn(store, login).catch((error: unknown) => error);
    await wait(500);
  });
  expect(await trying).toMatchObject({ code: 'wrong_credentials' });
  expect(await store.db.selectFrom('sessions').select('user_id').execute()).toEqual([]);
});

test('calls with the old password are refused while an operator replaces it by SQL', async ({ two }) => {
  const { store, other } = two;
  const { token } = await logIn(store, login);
  const user = { ...two.user, sessionId: sha256(token) };
  let trying: Promise<unknown>[] = [];
  await other.db.transaction().execute(async (work) => {
    // An operator may replace a password by SQL, which ends no session.
    await work
      .updateTable('users')
      .set({ password_hash: await hashPassword('a new one') })
      .execute();
    const change = { password: login.password, newPassword: 'of an attacker' };
    trying = [changePassword(store, user, change, ''), makeRecoveryCodes(store, user, login.password)];
    trying = trying.map((each) => each.catch((error: unknown) => error));
    await wait(500);
  });
  for (const tried of await Promise.all(trying)) expect(tried).toMatchObject({ code: 'not_authenticated' });
  expect(await logIn(store, { ...login, password: 'a new one' })).toMatchObject({ userId: user.id });
  expect(await store.db.selectFrom('recovery_codes').select('user_id').execute()).toEqual([]);
});

test('a write is not stored if its session or account ends after the login check', async ({ two }) => {
  const { store } = two;
  const { token } = await logIn(store, login);
  const user = await userOfToken(store, token);
  if (!user) throw new Error('no session');
  const { post } = await two.publish();
  const text = { title: 'Late', imgUrl: '', content: '' };
  const old = { ...text, source: 'elsewhere:1', createdAt: '2019-03-01T12:00:00.000Z', updatedAt: null };
  const image = { digest: 'a', width: 1, height: 1, ending: 'png' } as const;
  const expectRefused = async (code: ProblemCode, who: User) => {
    for (const late of [
      () => rename(store, who, 'Eve'),
      () => two.publish(text, undefined, who),
      () => two.edit(post._id, 'Late', 1, undefined, who),
      () => importPost(store, noLimits, who, old, indexHere),
      () => storeImage(store, noLimits, who, image, Buffer.from('bytes')),
    ])
      await expect(late()).rejects.toMatchObject({ code });
    const { name } = await store.db.selectFrom('users').select('name').executeTakeFirstOrThrow();
    const posts = await store.db.selectFrom('posts').select('title').execute();
    const images = await store.db.selectFrom('images').select('name').execute();
    expect([name, posts, images]).toEqual(['Ada', [{ title: post.title }], []]);
  };
  await changePassword(store, user, { password: login.password, newPassword: 'a new one' }, '');
  await expectRefused('not_authenticated', user);
  await suspend(store, user.id);
  await expectRefused('account_suspended', two.user);
  await store.db.deleteFrom('users').execute();
  await expect(two.publish(text)).rejects.toMatchObject({ code: 'not_authenticated' });
});

test('PostgreSQL: a logout everywhere during a password change ends every session', {
  on: postgres,
  tags: ['postgresql'],
}, async ({ two }) => {
  const { store, other } = two;
  const { token } = await logIn(store, login);
  const user = await userOfToken(store, token);
  if (!user) throw new Error('no session');
  const { password_hash } = await store.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
  let leaving: Promise<void> | undefined;
  await other.db.transaction().execute(async (work) => {
    await expectUnchanged(work, user, password_hash);
    leaving = endAllSessions(store, user.id);
    leaving.catch(() => undefined);
    await wait(500);
    await setPassword(work, user, 'a new hash');
  });
  await leaving;
  expect(await store.db.selectFrom('sessions').select('user_id').execute()).toEqual([]);
});

test('PostgreSQL: deleteExpired skips locked rows and deletes them in its next run', {
  on: postgres,
  tags: ['postgresql'],
}, async ({ two }) => {
  const { store, other, user } = two;
  const past = new Date(0).toISOString();
  await store.db.updateTable('sessions').set({ last_used_at: past }).execute();
  await store.db.insertInto('rate_limits').values({ key: 'closed', count: 1, ends_at: past }).execute();
  await store.db.insertInto('passkey_challenges').values({ challenge_hash: 'c', ends_at: past }).execute();
  await store.db.insertInto('known_places').values({ place_hash: 'p', user_id: user.id, ends_at: past }).execute();
  await store.db.insertInto('invitations').values({ code_hash: 'i', ends_at: past }).execute();
  // A suspension or a password change locks these rows, too. It must not fail through a deadlock with the deletion.
  await other.db.transaction().execute(async (work) => {
    await work.updateTable('sessions').set({ last_used_at: past }).execute();
    await work.updateTable('rate_limits').set({ count: 2 }).where('key', '=', 'closed').execute();
    const isWaiting = Symbol('waiting');
    expect(await Promise.race([deleteExpired(store), wait(3_000, isWaiting)])).not.toBe(isWaiting);
  });
  await deleteExpired(store);
  for (const table of ['sessions', 'rate_limits', 'passkey_challenges', 'known_places', 'invitations'] as const)
    expect(await store.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
});
