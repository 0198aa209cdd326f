import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { readAddresses } from '../../src/server/addresses.ts';
import type { Quotas } from '../../src/server/quotas.ts';
import { expectRefusal, TestBackend } from './backend.ts';
import { sqlite, stores } from './stores.ts';

const few: Quotas = {
  loginsPerAccount: 3,
  loginsPerAddress: 5,
  registrationsPerAccount: 2,
  registrationsPerAddress: 4,
};

const logIn = (backend: TestBackend, email: string, password: string, peer = '192.0.2.1', headers = {}) =>
  backend.send('POST', callPaths.login, { email, password }, headers, peer);

const register = (backend: TestBackend, email: string, peer = '192.0.2.1') =>
  backend.send('POST', callPaths.register, { name: 'Ada', email, password: 'correct horse' }, {}, peer);

const statuses = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted();

for (const store of stores) {
  test(`${store.name}: guesses at one account come to an end, from wherever, on whichever server`, async () => {
    await using one = await TestBackend.open(store, { quotas: few });
    await using other = await one.another({ quotas: few });
    await one.register('ada@example.com');
    const first = await logIn(one, 'ada@example.com', 'wrong');
    expect(first.headers.get('RateLimit-Policy')).toBe('"login-address";q=5;w=900, "login-account";q=3;w=900');
    expect(first.headers.get('RateLimit')).toMatch(
      /^"login-address";r=4;t=(899|900), "login-account";r=2;t=(899|900)$/,
    );
    await logIn(other, 'ADA@example.com', 'wrong', '192.0.2.2');
    await logIn(one, 'ada@example.com', 'wrong', '192.0.2.3');
    for (const backend of [one, other]) {
      const refused = await logIn(backend, 'ada@example.com', 'correct horse', '192.0.2.4');
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(890);
      expect(refused.headers.get('RateLimit')).toContain('"login-account";r=0;');
      await expectRefusal(refused, 429, 'too_many_attempts');
    }
    expect((await logIn(other, 'bob@example.com', 'wrong', '192.0.2.4')).status).toBe(401);
  });

  test(`${store.name}: of guesses sent all at once no more get through than one after the other`, async () => {
    await using one = await TestBackend.open(store, { quotas: few });
    await using other = await one.another({ quotas: few });
    const guesses = Array.from({ length: 12 }, (_, index) =>
      logIn(index % 2 ? one : other, 'ada@example.com', `guess ${index}`, `192.0.2.${index}`),
    );
    expect(await statuses(guesses)).toEqual([401, 401, 401, ...Array.from({ length: 9 }, () => 429)]);
  });

  test(`${store.name}: who logs in has their mistakes forgiven, and can log in as often as they like`, async () => {
    await using backend = await TestBackend.open(store, { quotas: { ...few, loginsPerAddress: 0 } });
    await backend.register('ada@example.com');
    for (let day = 0; day < 4; day++) {
      for (const [password, status] of [
        ['wrong', 401],
        ['wronger', 401],
        ['correct horse', 200],
      ] as const) {
        expect((await logIn(backend, 'ada@example.com', password)).status).toBe(status);
      }
    }
    for (let login = 0; login < 5; login++) {
      expect((await logIn(backend, 'ada@example.com', 'correct horse')).status).toBe(200);
    }
  });

  test(`${store.name}: one address guesses and registers so often, whomever it names, and no other is kept out`, async () => {
    await using backend = await TestBackend.open(store, { quotas: few });
    for (let number = 0; number < 5; number++) {
      expect((await logIn(backend, `${number}@example.com`, 'wrong')).status).toBe(401);
    }
    await expectRefusal(await logIn(backend, '6@example.com', 'wrong'), 429, 'too_many_attempts');
    expect((await logIn(backend, '6@example.com', 'wrong', '192.0.2.9')).status).toBe(401);
    for (let number = 0; number < 4; number++)
      expect((await register(backend, `${number}@example.com`)).status).toBe(201);
    await expectRefusal(await register(backend, '6@example.com'), 429, 'too_many_attempts');
    expect((await register(backend, '6@example.com', '192.0.2.9')).status).toBe(201);
  });

  test(`${store.name}: one email is registered so often and no more`, async () => {
    await using backend = await TestBackend.open(store, { quotas: few });
    expect((await register(backend, 'ada@example.com')).status).toBe(201);
    await expectRefusal(await register(backend, 'ada@example.com', '192.0.2.2'), 409, 'email_taken', 'email');
    await expectRefusal(await register(backend, 'Ada@example.com', '192.0.2.4'), 429, 'too_many_attempts');
  });
}

test('a body that is refused is no attempt', async () => {
  await using backend = await TestBackend.open(sqlite, { quotas: few });
  for (let number = 0; number < 10; number++) {
    expect((await backend.send('POST', callPaths.login, '{', {}, '192.0.2.1')).status).toBe(400);
  }
  expect(await backend.inDatabase((db) => db.selectFrom('rate_limits').selectAll().execute())).toEqual([]);
});

test('whom a request comes from is what a trusted proxy says, and nobody else', async () => {
  const trustProxy = readAddresses('10.0.0.0/8, 2001:db8::5');
  await using backend = await TestBackend.open(sqlite, { quotas: { ...few, loginsPerAddress: 1 }, trustProxy });
  let number = 0;
  const from = async (peer: string, forwardedFor: string) => {
    const headers = { 'X-Forwarded-For': forwardedFor };
    return (await logIn(backend, `${number++}@example.com`, 'wrong', peer, headers)).status;
  };
  expect(await from('10.0.0.1', '192.0.2.1')).toBe(401);
  expect(await from('::ffff:10.0.0.1', '192.0.2.1')).toBe(429);
  expect(await from('2001:db8::5', '203.0.113.1, 192.0.2.1, 10.3.2.1')).toBe(429);
  expect(await from('10.0.0.1', '192.0.2.2')).toBe(401);
  // No proxy of ours: what it says is no different from what anybody could write.
  expect(await from('198.51.100.1', '192.0.2.77')).toBe(401);
  expect(await from('198.51.100.1', '192.0.2.78')).toBe(429);
  // All of an IPv6 network is one.
  expect(await from('2001:db8:1:2::1', '')).toBe(401);
  expect(await from('2001:db8:1:2:ffff::9', '')).toBe(429);
  expect(await from('2001:db8:1:3::1', '')).toBe(401);
});
