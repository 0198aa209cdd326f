import { expect } from 'vitest';
import { accountPaths } from '../../src/contract/account-paths.ts';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { readAddresses } from '../../src/server/http/ip-addresses.ts';
import { type Author, expectRefusal, origin, read, type TestBackend } from './support/backend.ts';
import { makeImage } from './support/images.ts';
import { backends, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

const post = { title: 'By cookie', imgUrl: '', content: '' };
const hour = 60 * 60 * 1000;

async function suspend({ db }: TestBackend, { userId }: Author): Promise<void> {
  const suspended_at = new Date().toISOString();
  await db.updateTable('users').set({ suspended_at }).where('id', '=', userId).execute();
}

async function leave(backend: TestBackend, { bearer }: Author): Promise<void> {
  const left = await backend.send('POST', accountPaths.deleteAccount, { password: 'correct horse' }, bearer);
  expect(left.status).toBe(204);
}

test('the database has no token or session cookie in plain text', async ({ backend, author: { token, cookie } }) => {
  const rows = await backend.db.selectFrom('sessions').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(JSON.stringify(rows)).not.toContain(cookie.slice('session='.length));
});

test('a delete finds the valid session cookie only among the first 64 candidates', async ({ backend, author }) => {
  const { _id } = await read(await backend.publish(author));
  const remove = (Cookie: string) =>
    backend.request(callPaths.post(_id), { method: 'DELETE', headers: { Cookie, Origin: origin } });
  // The server tries at most 64 cookies that look like secrets, and ignores any number of other cookies.
  const likely = (many: number) =>
    Array.from({ length: many }, (_, number) => `session=${'x'.repeat(41)}${10 + number}`);
  const garbage = Array.from({ length: 200 }, (_, number) => `session=garbage${number}`);
  await expectRefusal(await remove([...likely(64), author.cookie].join('; ')), 401, 'not_authenticated');
  const found = await remove([...garbage, 'other=1', 'session=', ...likely(60), author.cookie].join('; '));
  expect(found.status).toBe(204);
});

test('a session ends 30 days after its last use', async ({ backend, author: { bearer, cookie } }) => {
  await lastUsed(backend, limits.tokenIdle + hour);
  await expectRefusal(await backend.request(callPaths.profile, { headers: bearer }), 401, 'not_authenticated');
  const byCookie = await backend.send('POST', callPaths.posts, post, { Cookie: cookie, Origin: origin });
  await expectRefusal(byCookie, 401, 'not_authenticated');
});

test('each use renews a session, and is stored at most once an hour', async ({ backend, author: { bearer } }) => {
  await lastUsed(backend, limits.tokenIdle - hour);
  expect((await backend.request(callPaths.profile, { headers: bearer })).status).toBe(200);
  const touched = await whenLastUsed(backend);
  expect(Date.now() - Date.parse(touched)).toBeLessThan(hour);
  expect((await backend.request(callPaths.profile, { headers: bearer })).status).toBe(200);
  expect(await whenLastUsed(backend)).toBe(touched);
});

function lastUsed(backend: TestBackend, msAgo: number) {
  const last_used_at = new Date(Date.now() - msAgo).toISOString();
  return backend.db.updateTable('sessions').set({ last_used_at }).execute();
}

async function whenLastUsed(backend: TestBackend): Promise<string> {
  const row = await backend.db.selectFrom('sessions').select('last_used_at').executeTakeFirstOrThrow();
  return row.last_used_at;
}

// The tests below use https and other addresses, which the balancer would not pass on.

const endings = [
  ['is suspended', suspend, 403, 'account_suspended'],
  ['deletes the account', leave, 401, 'account_deleted'],
] as const;

for (const [what, end, status, code] of endings)
  test(`a post or image that is still arriving when its author ${what} is not stored`, { on: stores }, async ({
    backend,
    author,
    bob,
  }) => {
    const image = await makeImage();
    const text = Buffer.from(JSON.stringify({ title: 'Too late', imgUrl: '', content: '' }));
    for (const [by, method, path, whole] of [
      [author, 'POST', callPaths.posts, text],
      [bob, 'PUT', callPaths.image(image.name), image.bytes],
    ] as const) {
      const parts = [whole.subarray(0, 9), whole.subarray(9)];
      const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        const part = parts.shift();
        if (part === undefined) return controller.close();
        if (parts.length === 0) await end(backend, by);
        controller.enqueue(part);
      };
      await expectRefusal(await backend.stream(method, path, pull, by.bearer), status, code);
      expect(await backend.list()).toEqual([]);
      expect((await backend.request(callPaths.image(image.name))).status).toBe(404);
    }
  });

test('the session cookie is limited to posts, images and same-site requests', { on: stores }, async ({ backend }) => {
  const login = { email: 'ada@example.com', password: 'correct horse' };
  await backend.register(login.email);
  const plain = await backend.send('POST', callPaths.login, login);
  const [forPosts = '', forImages] = plain.headers.getSetCookie();
  expect(forPosts).toMatch(/^session=[\w-]{43}; Max-Age=34560000; Path=\/blog\/posts; SameSite=Strict$/);
  expect(forImages).toBe(forPosts.replace('/blog/posts', '/images'));
  const secure = await backend.send('POST', callPaths.login, login, { Origin: 'https://localhost' });
  expect(secure.headers.get('Set-Cookie')).toContain('; Secure');
});

test("behind a TLS proxy, the site's pages can publish with a Secure cookie", {
  on: stores,
  extras: { trustProxy: readAddresses('10.0.0.0/8') },
}, async ({ backend, author: { cookie } }) => {
  const page = { Origin: 'https://localhost:3000', 'X-Forwarded-Proto': 'https' };
  const login = { email: 'ada@example.com', password: 'correct horse' };
  const entered = await backend.send('POST', callPaths.login, login, page, '10.0.0.1');
  expect(entered.headers.get('Set-Cookie')).toContain('; Secure');
  const write = (peer: string) => backend.send('POST', callPaths.posts, post, { ...page, Cookie: cookie }, peer);
  expect((await write('10.0.0.1')).status).toBe(201);
  await expectRefusal(await write('11.0.0.1'), 403, 'wrong_origin');
  const overHttp = { ...page, Origin: 'http://localhost:3000', Cookie: cookie };
  const downgraded = await backend.send('POST', callPaths.posts, post, overHttp, '10.0.0.1');
  await expectRefusal(downgraded, 403, 'wrong_origin');
});
