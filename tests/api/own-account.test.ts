import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ListedSession } from '../../src/contract/account-calls.ts';
import { accountPaths } from '../../src/contract/account-paths.ts';
import { limits } from '../../src/contract/limits.ts';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { defaultQuotas } from '../../src/server/access/attempt-quotas.ts';
import { maxSessions, sha256 } from '../../src/server/access/sessions.ts';
import { passwordChangeLimit, renameLimit } from '../../src/server/accounts/own-account.ts';
import { type Author, authorOf, expectRefusal, origin, read, type TestBackend } from './support/backend.ts';
import { backends, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

const [password, newPassword] = ['correct horse', 'battery staple'];
const login = (password: string) => ({ email: 'ada@example.com', password });

const changePassword = (backend: TestBackend, { bearer }: Author, body: object = { password, newPassword }) =>
  backend.send('PUT', accountPaths.password, body, bearer);

const sessionsOf = async (backend: TestBackend, { bearer }: Author): Promise<ListedSession[]> => {
  const response = await backend.request(accountPaths.sessions, { headers: bearer });
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  return read(response);
};

const end = (backend: TestBackend, { bearer }: Author, id: string) =>
  backend.request(accountPaths.session(id), { method: 'DELETE', headers: bearer });

const statusOfToken = async (backend: TestBackend, { bearer }: Author) =>
  (await backend.request(callPaths.profile, { headers: bearer })).status;

const byCookie = ({ cookie }: Author) => ({ Cookie: cookie, Origin: origin });

test("an author's new name is at once in every list, feed and page on every server", async ({ pages }) => {
  const { backend } = pages;
  const author = await pages.backend.register();
  const { _id } = await read(await backend.publish(author, { content: 'Some words about #gardens' }));
  const places = [
    callPaths.found('author', author.userId),
    callPaths.found('q', 'words'),
    callPaths.found('topic', 'gardens'),
    pagePaths.author(author.userId),
    pagePaths.blog(_id),
    pagePaths.topic('gardens'),
    `${pagePaths.author(author.userId)}/feed.xml`,
    '/feed.xml',
  ];
  /** Asks three times, so that each of three servers answers. */
  const told = async (place: string) => {
    const answers = [await pages.get(place), await pages.get(place), await pages.get(place)];
    return Promise.all(
      answers.map(async (answer) => ({ etag: answer.headers.get('ETag'), body: await answer.text() })),
    );
  };
  const before = await Promise.all(places.map(told));
  for (const { body } of before.flat()) expect(body).toContain('Ada');
  const response = await backend.send('PUT', accountPaths.name, { name: 'Grace' }, author.bearer);
  expect([response.status, await response.json()]).toEqual([200, { name: 'Grace' }]);
  const known = new Set(before.flat().map(({ etag }) => etag));
  for (const place of places) {
    for (const { etag, body } of await told(place)) {
      const seen = [place, body.includes('Grace'), body.includes('Ada'), known.has(etag)];
      expect(seen).toEqual([place, true, false, false]);
    }
  }
  const profile = await backend.request(callPaths.profile, { headers: author.bearer });
  expect(await profile.json()).toEqual({ username: 'Grace', email: author.email });
});

test('renaming an account to an invalid name is refused', async ({ backend, author: { bearer } }) => {
  for (const name of ['', ' ', 'n'.repeat(limits.name + 1), 'A\0', 7]) {
    const refused = await backend.send('PUT', accountPaths.name, { name }, bearer);
    await expectRefusal(refused, 422, 'invalid_field', 'name');
  }
});

test('a password change ends every session and opens a new session', async ({ backend, author: stolen }) => {
  const phone = await backend.logIn(stolen.email);
  const response = await changePassword(backend, stolen);
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  const fresh = await authorOf(response);
  expect([fresh.userId, fresh.cookie]).toEqual([stolen.userId, expect.stringMatching(/^session=[\w-]{43}$/)]);
  expect(await statusOfToken(backend, fresh)).toBe(200);
  const post = { title: 'By cookie', imgUrl: '', content: '' };
  expect((await backend.send('POST', callPaths.posts, post, byCookie(fresh))).status).toBe(201);
  for (const dead of [stolen, phone]) {
    expect(await statusOfToken(backend, dead)).toBe(401);
    await expectRefusal(await backend.publish(dead), 401, 'not_authenticated');
    const withCookie = await backend.send('POST', callPaths.posts, post, byCookie(dead));
    await expectRefusal(withCookie, 401, 'not_authenticated');
    await expectRefusal(await changePassword(backend, dead), 401, 'not_authenticated');
  }
  await expectRefusal(await backend.send('POST', callPaths.login, login(password)), 401, 'wrong_credentials');
  expect((await backend.send('POST', callPaths.login, login(newPassword))).status).toBe(200);
});

test('a password change with a wrong old or invalid new password is refused', async ({ backend, author }) => {
  const wrong = await changePassword(backend, author, { password: 'wrong horse', newPassword });
  await expectRefusal(wrong, 403, 'wrong_password');
  const short = await changePassword(backend, author, { password, newPassword: 'short' });
  await expectRefusal(short, 422, 'invalid_field', 'newPassword');
  expect(await statusOfToken(backend, author)).toBe(200);
  expect((await backend.send('POST', callPaths.login, login(password))).status).toBe(200);
});

test('one of two concurrent password changes succeeds, and opens the only session', async ({ backend, author }) => {
  const passwords = ['the first of two', 'the second of two'];
  const answers = await Promise.all(
    passwords.map((newPassword) => changePassword(backend, author, { password, newPassword })),
  );
  const winners = answers.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  for (const { status } of answers) expect([200, 401, 403]).toContain(status);
  const set = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
  expect((await backend.send('POST', callPaths.login, login(set))).status).toBe(200);
  expect(await backend.db.selectFrom('sessions').select('user_id').execute()).toHaveLength(2);
});

test('sessions are listed by last use, with device, and the current one is marked', async ({ backend, author }) => {
  const agents = {
    'Firefox on Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Safari on iPhone':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Edge on Windows':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  };
  const opened: Author[] = [];
  for (const agent of Object.values(agents)) {
    const answer = await backend.send('POST', callPaths.login, login(password), { 'User-Agent': agent });
    opened.push(await authorOf(answer));
    await wait(5);
  }
  const reader = opened.at(-1) ?? author;
  const sessions = await sessionsOf(backend, reader);
  expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
    ['Edge on Windows', true],
    ['Safari on iPhone', false],
    ['Firefox on Linux', false],
    ['', false],
  ]);
  expect(sessions[0]).toMatchObject({ id: sha256(reader.token), createdAt: sessions[0]?.lastUsedAt });
});

test("ending a session invalidates only that session's token and cookie", async ({ backend, author: ada, bob }) => {
  const phone = await backend.logIn(ada.email);
  const phones = sha256(phone.token);
  await expectRefusal(await end(backend, bob, phones), 404, 'session_not_found');
  for (const none of ['x', sha256('nobody'), `${phones}%00`, phone.token])
    await expectRefusal(await end(backend, ada, none), 404, 'session_not_found');
  expect(await statusOfToken(backend, phone)).toBe(200);
  expect((await end(backend, ada, phones)).status).toBe(204);
  await expectRefusal(await end(backend, ada, phones), 404, 'session_not_found');
  expect(await statusOfToken(backend, phone)).toBe(401);
  const post = { title: 'By cookie', imgUrl: '', content: '' };
  const late = await backend.send('POST', callPaths.posts, post, byCookie(phone));
  await expectRefusal(late, 401, 'not_authenticated');
  expect([await statusOfToken(backend, ada), await statusOfToken(backend, bob)]).toEqual([200, 200]);
  expect(await sessionsOf(backend, ada)).toHaveLength(1);
});

test('logging out everywhere ends all sessions of that account only', async ({ backend, author: ada, bob }) => {
  const phone = await backend.logIn(ada.email);
  const ended = await backend.request(accountPaths.sessions, { method: 'DELETE', headers: ada.bearer });
  expect(ended.status).toBe(204);
  const statuses = await Promise.all([ada, phone, bob].map((each) => statusOfToken(backend, each)));
  expect(statuses).toEqual([401, 401, 200]);
});

test('a logout needs only the hash of the token, and does not tell if a session exists', async ({ backend }) => {
  const [ada, phone] = [await backend.register(), await backend.logIn('ada@example.com')];
  const logOut = (session: unknown, headers = {}) => backend.send('POST', accountPaths.logout, { session }, headers);
  for (const session of [sha256('nobody'), sha256(phone.token), sha256(phone.token)])
    expect((await logOut(session)).status).toBe(204);
  expect([await statusOfToken(backend, phone), await statusOfToken(backend, ada)]).toEqual([401, 200]);
  // Neither the token itself, nor the hash of the cookie, nor a malformed hash ends a session.
  await logOut(ada.token);
  await logOut(sha256(ada.cookie.slice('session='.length)));
  for (const session of ['', '%', `${sha256(ada.token)} `, [sha256(ada.token)], undefined])
    await expectRefusal(await logOut(session), 422, 'invalid_field', 'session');
  expect(await statusOfToken(backend, ada)).toBe(200);
  await expectRefusal(await logOut(sha256(ada.token), { Origin: 'https://evil.example' }), 403, 'wrong_origin');
  expect((await logOut(sha256(ada.token), { Origin: origin })).status).toBe(204);
  expect(await statusOfToken(backend, ada)).toBe(401);
});

test('a login opens a session with new secrets, whatever cookie or token is sent along', async ({ backend }) => {
  const attacker = await backend.register('eve@example.com');
  await backend.register();
  const planted = { Cookie: attacker.cookie, ...attacker.bearer, Origin: origin };
  const opened = await backend.send('POST', callPaths.login, login(password), planted);
  const { token, cookie } = await authorOf(opened);
  expect([token === attacker.token, cookie === attacker.cookie]).toEqual([false, false]);
  const profile = await backend.request(callPaths.profile, { headers: attacker.bearer });
  expect(await profile.json()).toMatchObject({ email: 'eve@example.com' });
});

test('a page of an origin in CORS_ORIGIN can rename an account with its token', {
  on: stores,
  extras: { corsOrigins: ['https://app.example'] },
}, async ({ backend, author: { bearer } }) => {
  const headers = { ...bearer, Origin: 'https://app.example' };
  expect((await backend.send('PUT', accountPaths.name, { name: 'Ada King' }, headers)).status).toBe(200);
});

test('device names come from a fixed list, whatever the User-Agent', { on: stores }, async ({ backend, author }) => {
  const agents = [
    '<script>alert(1)</script> Firefox/1 Linux',
    'Firefox/'.repeat(1_900),
    "'; drop table sessions; --",
    '\u00ff\u00fe Windows',
    '',
  ];
  for (const agent of agents) {
    const opened = await backend.send('POST', callPaths.login, login(password), { 'User-Agent': agent });
    expect(opened.status).toBe(200);
    await wait(2);
  }
  const devices = (await sessionsOf(backend, author)).map(({ device }) => device);
  expect(devices.slice(0, agents.length).toReversed()).toEqual(['Firefox on Linux', 'Firefox', '', 'Windows', '']);
});

test('at the session limit, a login ends the session that was unused for longest', { on: stores }, async ({
  backend,
  author: phone,
  bob,
}) => {
  const laptop = await backend.logIn(phone.email);
  const used = (token_hash: string, last_used_at: string) =>
    backend.db.updateTable('sessions').set({ last_used_at }).where('token_hash', '=', token_hash).execute();
  for (const [number, { token }] of [bob, phone, laptop].entries())
    await used(sha256(token), new Date(Date.now() - (3 - number) * 60_000).toISOString());
  const others = (await sessionsOf(backend, laptop)).length;
  const now = new Date().toISOString();
  const more = Array.from({ length: maxSessions - others }, (_, number) => ({
    token_hash: sha256(`token ${number}`),
    cookie_hash: `cookie ${number}`,
    user_id: phone.userId,
    last_used_at: now,
    created_at: now,
  }));
  await backend.db.insertInto('sessions').values(more).execute();
  expect(await statusOfToken(backend, phone)).toBe(200);
  await used(sha256(phone.token), new Date(Date.now() - 2 * 60_000).toISOString());
  const newest = await backend.logIn(phone.email);
  const statuses = await Promise.all([phone, laptop, bob, newest].map((each) => statusOfToken(backend, each)));
  expect(statuses).toEqual([401, 200, 200, 200]);
  expect(await sessionsOf(backend, newest)).toHaveLength(maxSessions);
});

test('password guesses with a stolen token are limited; the owner can still log in', {
  on: stores,
  extras: { quotas: { ...defaultQuotas, loginsPerAccount: 4 } },
}, async ({ backend, author }) => {
  const calls: [string, string, object][] = [
    ['PUT', accountPaths.password, { newPassword }],
    ['POST', accountPaths.recoveryCodes, {}],
    ['POST', accountPaths.deleteAccount, {}],
    ['POST', accountPaths.passkeyOptions, {}],
  ];
  for (const [method, path, body] of calls) {
    const guess = await backend.send(method, path, { ...body, password: 'a guess' }, author.bearer);
    await expectRefusal(guess, 403, 'wrong_password');
  }
  for (const [method, path, body] of calls) {
    const refused = await backend.send(method, path, { ...body, password }, author.bearer);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(800);
    await expectRefusal(refused, 429, 'too_many_attempts');
  }
  expect((await backend.send('POST', callPaths.login, login(password))).status).toBe(200);
});

test('an account may be renamed only a few times an hour', { on: stores }, async ({ backend, author: { bearer } }) => {
  const rename = (name: string) => backend.send('PUT', accountPaths.name, { name }, bearer);
  for (let number = 0; number < renameLimit.quota; number++) expect((await rename(`Ada ${number}`)).status).toBe(200);
  // Setting the current name again does not count towards the limit.
  expect((await rename(`Ada ${renameLimit.quota - 1}`)).status).toBe(200);
  await expectRefusal(await rename('one too many'), 429, 'posting_limit_reached');
});

test('an account can change its password only a few times an hour', { on: stores }, async ({ backend, author }) => {
  const setAgain = (by: Author) => changePassword(backend, by, { password, newPassword: password });
  const again = await authorOf(await setAgain(author));
  const { name, quota } = passwordChangeLimit;
  await backend.db.updateTable('rate_limits').set({ count: quota }).where('key', 'like', `${name} %`).execute();
  await expectRefusal(await setAgain(again), 429, 'posting_limit_reached');
  expect(await statusOfToken(backend, again)).toBe(200);
});

test('a call whose session ends while it runs changes nothing', { on: stores }, async ({ backend, author }) => {
  const { promise: started, resolve: start } = Promise.withResolvers<Promise<Response>[]>();
  await backend.db.transaction().execute(async (work) => {
    await work.deleteFrom('sessions').execute();
    // The calls find the session, as its end is not committed, and then wait for the transaction.
    start([
      changePassword(backend, author),
      backend.send('POST', accountPaths.recoveryCodes, { password }, author.bearer),
      backend.send('POST', accountPaths.deleteAccount, { password }, author.bearer),
    ]);
    await wait(500);
  });
  for (const answer of await Promise.all(await started)) await expectRefusal(answer, 401, 'not_authenticated');
  expect((await backend.send('POST', callPaths.login, login(password))).status).toBe(200);
});
