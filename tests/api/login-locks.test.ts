import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deleteExpired } from '../../src/server/access/delete-expired.ts';
import { sha256, userOfToken } from '../../src/server/access/sessions.ts';
import { suspend } from '../../src/server/accounts/moderation.ts';
import { changePassword, rename } from '../../src/server/accounts/own-account.ts';
import { endAllSessions } from '../../src/server/accounts/own-sessions.ts';
import { hashPassword } from '../../src/server/accounts/passwords.ts';
import { makeRecoveryCodes } from '../../src/server/accounts/recovery-codes.ts';
import { logIn, register } from '../../src/server/accounts/register-and-log-in.ts';
import { expectUnchanged, setPassword } from '../../src/server/accounts/set-password.ts';
import { storeImage } from '../../src/server/images/store-image.ts';
import { editPost } from '../../src/server/posts/edit-post.ts';
import { publish } from '../../src/server/posts/publish-post.ts';
import { findEditions, pageOfPosts } from '../../src/server/posts/query-lists.ts';
import { createLog } from '../../src/server/process/log.ts';
import { migrate } from '../../src/server/store/migrations.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import { indexHere } from './support/index-here.ts';
import { postgres, type StoreKind, stores } from './support/stores.ts';

const login = { email: 'ada@example.com', password: 'correct horse' };

async function openAccount(kind: StoreKind) {
  await using owned = new AsyncDisposableStack();
  const testDatabase = owned.use(await kind.open());
  const [store, other] = [
    openStore(testDatabase, createLog('silent')),
    openStore(testDatabase, createLog('silent')),
  ].map((each) => owned.use(each));
  if (!store || !other) throw new Error('no store');
  await migrate(store);
  const { userId: id } = await register(store, { name: 'Ada', ...login }, 'open', undefined);
  const opened = owned.move();
  return { store, other, id, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

for (const kind of stores) {
  test(`${kind.name}: a login leaves everything cached that is made of its author's posts`, async () => {
    await using account = await openAccount(kind);
    const { store, id } = account;
    const words = { title: 'A title', imgUrl: '', content: 'Some words.' };
    const { post } = await publish(
      store,
      { posts: 0, bytes: 0 },
      { id, name: 'Ada', email: login.email },
      words,
      'key',
      indexHere,
    );
    const versions = async () => [await findEditions(store, [post._id]), await pageOfPosts(store)];
    const before = await versions();
    await logIn(store, login);
    expect(await versions()).toEqual(before);
  });

  test(`${kind.name}: a login with the old password opens no session once a new one is set`, async () => {
    await using account = await openAccount(kind);
    const { store, other, id } = account;
    let trying: Promise<unknown> | undefined;
    await other.db.transaction().execute(async (work) => {
      await work
        .updateTable('users')
        .set({ password_hash: await hashPassword('a new one') })
        .execute();
      await work.deleteFrom('sessions').where('user_id', '=', id).execute();
      // It finds the old password right, as the new one is not committed, and then waits.
      trying = logIn(store, login).catch((error: unknown) => error);
      await wait(500);
    });
    expect(await trying).toMatchObject({ code: 'wrong_credentials' });
    expect(await store.db.selectFrom('sessions').select('user_id').execute()).toEqual([]);
  });

  test(`${kind.name}: whoever knew only the password before sets none and makes no codes, by any session`, async () => {
    await using account = await openAccount(kind);
    const { store, other, id } = account;
    const { token } = await logIn(store, login);
    const user = { id, name: 'Ada', email: login.email, sessionId: sha256(token) };
    let trying: Promise<unknown>[] = [];
    await other.db.transaction().execute(async (work) => {
      // As an operator may by SQL, which ends no session.
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
    expect(await logIn(store, { ...login, password: 'a new one' })).toMatchObject({ userId: id });
    expect(await store.db.selectFrom('recovery_codes').select('user_id').execute()).toEqual([]);
  });

  test(`${kind.name}: what a token's owner began to send is not stored once the session has ended`, async () => {
    await using account = await openAccount(kind);
    const { store } = account;
    const { token } = await logIn(store, login);
    const user = await userOfToken(store, token);
    if (!user) throw new Error('no session');
    const post = { title: 'A title', imgUrl: '', content: 'Some words.' };
    const noLimits = { posts: 0, bytes: 0 };
    const { post: published } = await publish(store, noLimits, user, post, undefined, indexHere);
    await changePassword(store, user, { password: login.password, newPassword: 'a new one' }, '');
    for (const late of [
      () => rename(store, user, 'Eve'),
      () => publish(store, noLimits, user, { ...post, title: 'Late' }, undefined, indexHere),
      () =>
        editPost(
          store,
          noLimits,
          user,
          {
            id: published._id,
            holds: () => true,
            began: undefined,
            unanswered: [],
            post: { ...post, title: '' },
          },
          undefined,
          indexHere,
        ),
      () =>
        storeImage(
          store,
          { images: 0, bytes: 0 },
          user,
          { digest: 'a', width: 1, height: 1, ending: 'png' },
          Buffer.from('bytes'),
        ),
    ])
      await expect(late()).rejects.toMatchObject({ code: 'not_authenticated' });
    const { name } = await store.db.selectFrom('users').select('name').executeTakeFirstOrThrow();
    const posts = await store.db.selectFrom('posts').select('title').execute();
    expect([name, posts, await store.db.selectFrom('images').select('name').execute()]).toEqual([
      'Ada',
      [{ title: post.title }],
      [],
    ]);
  });

  test(`${kind.name}: no post appears after the suspension of its author is done`, async () => {
    await using account = await openAccount(kind);
    const { store, other, id } = account;
    const post = { title: 'Just in time', imgUrl: '', content: '' };
    const author = { id, name: 'Ada', email: login.email };
    const titles = () => store.db.selectFrom('posts').select('title').execute();
    let publishing: Promise<unknown> | undefined;
    let suspending: Promise<{ title: string }[]> | undefined;
    const ownKey = { user_id: id, key: 'key', body_hash: '', post_id: '', created_at: '' };
    await other.db
      .transaction()
      .execute(async (work) => {
        await work.insertInto('idempotency_keys').values(ownKey).execute();
        // It finds that its author may write, and then waits for what becomes of its key.
        publishing = publish(store, { posts: 0, bytes: 0 }, author, post, 'key', indexHere).catch(
          (error: unknown) => error,
        );
        await wait(500);
        suspending = suspend(store, id).then(titles);
        await wait(500);
        throw new Error('the key is free after all');
      })
      .catch(() => undefined);
    const thenThere = await suspending;
    await publishing;
    expect(await titles()).toEqual(thenThere);
  });
}

test('PostgreSQL: whoever logs out everywhere while the password is changed waits for that', {
  tags: ['postgresql'],
}, async () => {
  await using account = await openAccount(postgres);
  const { store, other, id } = account;
  const { token } = await logIn(store, login);
  const user = await userOfToken(store, token);
  if (!user) throw new Error('no session');
  const { password_hash } = await store.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
  let leaving: Promise<void> | undefined;
  await other.db.transaction().execute(async (work) => {
    await expectUnchanged(work, user, password_hash);
    leaving = endAllSessions(store, id);
    leaving.catch(() => undefined);
    await wait(500);
    await setPassword(work, user, 'a new hash');
  });
  await leaving;
  expect(await store.db.selectFrom('sessions').select('user_id').execute()).toEqual([]);
});

test('PostgreSQL: what has expired is deleted without waiting for who holds it', { tags: ['postgresql'] }, async () => {
  await using account = await openAccount(postgres);
  const { store, other, id } = account;
  const past = new Date(0).toISOString();
  await store.db.updateTable('sessions').set({ last_used_at: past }).execute();
  await store.db.insertInto('rate_limits').values({ key: 'closed', count: 1, ends_at: past }).execute();
  await store.db.insertInto('passkey_challenges').values({ challenge_hash: 'c', ends_at: past }).execute();
  await store.db.insertInto('known_places').values({ place_hash: 'p', user_id: id, ends_at: past }).execute();
  await store.db.insertInto('invitations').values({ code_hash: 'i', ends_at: past }).execute();
  // As a suspension or a new password does: neither may be ended as the other half of a deadlock.
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
