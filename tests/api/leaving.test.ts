import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { accountPaths } from '../../src/contract/account-paths.ts';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { sha256 } from '../../src/server/access/sessions.ts';
import { type Author, authorOf, expectRefusal, origin, read, type TestBackend } from './support/backend.ts';
import { type MadeImage, makeImage, upload } from './support/images.ts';
import type { Pages } from './support/pages-backend.ts';
import { backends, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

const password = 'correct horse';

const leave = (backend: TestBackend, { bearer }: Author, with_ = password) =>
  backend.send('POST', accountPaths.deleteAccount, { password: with_ }, bearer);

const isServed = async (backend: TestBackend, image: MadeImage) =>
  (await backend.request(callPaths.image(image.name))).status === 200;

const countOf = async ({ db }: TestBackend, table: 'users' | 'posts') =>
  (await db.selectFrom(table).selectAll().execute()).length;

/** Publishes posts by two authors. Both posts show the same image. */
async function publishTwo(pages: Pages) {
  const { backend } = pages;
  const [ada, bob] = [await backend.register(), await backend.register('bob@example.com')];
  const [own, shared] = [await makeImage({ seed: 1 }), await makeImage({ seed: 2 })];
  for (const image of [own, shared]) await upload(backend, ada, image);
  const text = (author: string) => `Words of ${author} about #gardens. ![](${callPaths.image(shared.name)})`;
  const going = await read(
    await backend.publish(ada, { content: text('Ada'), imgUrl: callPaths.image(own.name), title: 'Goes' }),
  );
  await backend.edit(ada, going, { title: 'Goes soon' });
  const staying = await read(await backend.publish(bob, { content: text('Bob'), title: 'Stays' }));
  const lists = [
    callPaths.posts,
    callPaths.found('q', 'words'),
    callPaths.found('topic', 'gardens'),
    pagePaths.home,
    pagePaths.topic('gardens'),
    '/feed.xml',
    `${pagePaths.topic('gardens')}/feed.xml`,
  ];
  const ofAuthor = [
    callPaths.post(going._id),
    pagePaths.blog(going._id),
    callPaths.userPosts(ada.userId),
    callPaths.found('author', ada.userId),
    pagePaths.author(ada.userId),
    `${pagePaths.author(ada.userId)}/feed.xml`,
  ];
  /** Expects every list, page and sitemap on every server to contain Ada's post, or none to contain it. */
  const expectSeen = async (isSeen: boolean) => {
    for (let server = 0; server < 3; server++) {
      for (const place of lists) {
        const body = await (await pages.get(place)).text();
        expect([place, body.includes(going._id), body.includes(staying._id)]).toEqual([place, isSeen, true]);
      }
      for (const place of ofAuthor)
        expect([place, (await pages.get(place)).status]).toEqual([place, isSeen ? 200 : 404]);
      const index = await (await pages.get('/sitemap.xml')).text();
      const maps = [...index.matchAll(/<loc>[^<]*?(\/sitemap-[^<]+)<\/loc>/g)].map(([, path = '']) => path);
      const mapped = (await Promise.all(maps.map(async (map) => (await pages.get(map)).text()))).join();
      expect([mapped.includes(going._id), mapped.includes(ada.userId)]).toEqual([isSeen, isSeen]);
      expect([await isServed(backend, own), await isServed(backend, shared)]).toEqual([isSeen, true]);
    }
  };
  return { ada, bob, expectSeen };
}

test('deleting an account removes all its data on every server at once', async ({ pages }) => {
  const { backend } = pages;
  const { ada, bob, expectSeen } = await publishTwo(pages);
  await backend.send('POST', accountPaths.recoveryCodes, { password }, ada.bearer);
  const phone = await backend.logIn(ada.email);
  await expectSeen(true);
  await expectRefusal(await leave(backend, ada, 'wrong horse'), 403, 'wrong_password');
  await expectSeen(true);
  expect((await leave(backend, ada)).status).toBe(204);
  await expectSeen(false);
  for (const { bearer } of [ada, phone]) {
    const refused = await backend.request(callPaths.profile, { headers: bearer });
    await expectRefusal(refused, 401, 'account_deleted');
  }
  // A login with the email gets the usual refusal, which does not tell that there was an account.
  const login = { email: ada.email, password };
  await expectRefusal(await backend.send('POST', callPaths.login, login), 401, 'wrong_credentials');
  expect((await backend.request(callPaths.profile, { headers: bob.bearer })).status).toBe(200);
  // Nothing of the account is left, and its email can register again.
  expect([await countOf(backend, 'users'), await countOf(backend, 'posts')]).toEqual([1, 1]);
  const { db } = backend;
  for (const table of ['post_versions', 'recovery_codes', 'image_uploads'] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  const sessions = db.selectFrom('sessions').select(['user_id', 'device']).distinct();
  const left = await sessions.where('user_id', 'is distinct from', bob.userId).execute();
  expect(left).toEqual([{ user_id: null, device: '' }]);
  expect((await backend.register(ada.email)).userId).not.toBe(ada.userId);
});

test('logins, posts and renames sent during an account deletion have no lasting effect', {
  extras: { postingLimits: { posts: 0, bytes: 0 } },
}, async ({ backend, author }) => {
  await backend.publishMany(author, 3);
  const writing = Array.from({ length: 12 }, async (_, number) => {
    await wait(6 * number);
    return backend.publish(author, { title: `During ${number}` }, { 'Idempotency-Key': `${number}` });
  });
  const entering = Array.from({ length: 4 }, async (_, number) => {
    await wait(15 * number);
    return backend.send('POST', callPaths.login, { email: author.email, password });
  });
  const renaming = backend.send('PUT', accountPaths.name, { name: 'Eve' }, author.bearer);
  expect((await leave(backend, author)).status).toBe(204);
  for (const answer of [...(await Promise.all(writing)), await renaming])
    expect([200, 201, 401]).toContain(answer.status);
  for (const answer of await Promise.all(entering)) {
    expect([200, 401]).toContain(answer.status);
    if (answer.status !== 200) continue;
    const { bearer } = await authorOf(answer);
    expect((await backend.request(callPaths.profile, { headers: bearer })).status).toBe(401);
  }
  expect(await backend.list()).toEqual([]);
  expect([await countOf(backend, 'users'), await countOf(backend, 'posts')]).toEqual([0, 0]);
  const owners = await backend.db.selectFrom('sessions').select('user_id').distinct().execute();
  expect(owners).toEqual([{ user_id: null }]);
});

test('sessions open when their account is deleted get account_deleted on later calls', { on: stores }, async ({
  backend,
  author: phone,
  bob,
}) => {
  const [laptop, ended] = [await backend.logIn(phone.email), await backend.logIn(phone.email)];
  await backend.send('DELETE', accountPaths.session(sha256(ended.token)), undefined, phone.bearer);
  expect((await leave(backend, phone)).status).toBe(204);
  await expectRefusal(await leave(backend, phone), 401, 'account_deleted');
  const profileOf = (bearer: HeadersInit) => backend.request(callPaths.profile, { headers: bearer });
  await expectRefusal(await profileOf(ended.bearer), 401, 'not_authenticated');
  const post = { title: '', imgUrl: '', content: '' };
  const publish = (...cookies: string[]) =>
    backend.send('POST', callPaths.posts, post, { Cookie: cookies.join('; '), Origin: origin });
  await expectRefusal(await publish(laptop.cookie), 401, 'account_deleted');
  expect((await publish(laptop.cookie, bob.cookie)).status).toBe(201);
  const left = backend.db.updateTable('sessions').where('user_id', 'is', null);
  await left.set({ last_used_at: '2020-01-01T00:00:00Z' }).execute();
  await expectRefusal(await profileOf(laptop.bearer), 401, 'not_authenticated');
});
