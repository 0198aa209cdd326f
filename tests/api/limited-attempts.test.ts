import { argon2Sync } from 'node:crypto';
import { expect } from 'vitest';
import { accountPaths } from '../../src/contract/account-paths.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { type AttemptQuotas, defaultQuotas } from '../../src/server/access/attempt-quotas.ts';
import { makeResetLink } from '../../src/server/accounts/reset-links.ts';
import { readAddresses } from '../../src/server/http/ip-addresses.ts';
import { expectRefusal, read, type TestBackend } from './support/backend.ts';
import { sqlite, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const few: AttemptQuotas = {
  loginsPerAccount: 3,
  loginsPerAccountTotal: 8,
  loginsPerAddress: 5,
  registrationsPerAccount: 2,
  registrationsPerAddress: 4,
};

const test = testOn(stores, { quotas: few });

const logIn = (backend: TestBackend, email: string, password: string, peer = '192.0.2.1', headers = {}) =>
  backend.send('POST', callPaths.login, { email, password }, headers, peer);

const register = (backend: TestBackend, email: string, peer = '192.0.2.1') =>
  backend.send('POST', callPaths.register, { name: 'Ada', email, password: 'correct horse' }, {}, peer);

/** Resets the password by the operator's link, from an unused address, so no limit per address refuses it. */
async function reset(backend: TestBackend, userId: string): Promise<void> {
  const { secret } = await makeResetLink(backend.store, userId);
  const asked = { link: secret, newPassword: 'a new password' };
  expect((await backend.send('POST', accountPaths.reset, asked, {}, '203.0.113.200')).status).toBe(204);
}

/** Replaces all stored hashes by a cheap one, as the test compares the order of logins and not their cost. */
async function hashCheaply(backend: TestBackend, password = 'correct horse'): Promise<void> {
  const nonce = Buffer.alloc(16);
  const tag = argon2Sync('argon2id', { message: password, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 });
  const [encodedNonce, encodedTag] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  const password_hash = `$argon2id$v=19$m=8,t=1,p=1$${encodedNonce}$${encodedTag}`;
  await backend.db.updateTable('users').set({ password_hash }).execute();
}

const statuses = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted();

/** Returns all that a client learns from an answer, without the id of the request. */
async function toldBy(response: Response): Promise<object> {
  const { requestId: _, ...body } = await read<{ requestId: string }>(response);
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
  return { status: response.status, headers, body };
}

test('guesses at one account from one network are limited across all servers', async ({ backend: one, other }) => {
  await one.register('ada@example.com');
  const first = await logIn(one, 'ada@example.com', 'wrong');
  expect(first.headers.get('RateLimit-Policy')).toBe(
    '"login-address";q=5;w=900, "login-account";q=3;w=900, "login-account-total";q=8;w=900',
  );
  expect(first.headers.get('RateLimit')).toBeNull();
  await logIn(other, 'ADA@example.com', 'wrong', '192.0.2.2');
  await logIn(one, 'ada@example.com', 'wrong', '192.0.2.3');
  for (const backend of [one, other]) {
    const refused = await logIn(backend, 'ada@example.com', 'correct horse', '192.0.2.4');
    expect(refused.headers.get('Retry-After')).toBe('900');
    expect(refused.headers.get('RateLimit')).toBe('"login-account";r=0;t=900');
    await expectRefusal(refused, 429, 'too_many_attempts');
  }
  expect((await logIn(other, 'bob@example.com', 'wrong', '192.0.2.4')).status).toBe(401);
});

test('with a limit of one attempt per account, successful logins are not refused', {
  extras: { quotas: { ...few, loginsPerAccount: 1 } },
}, async ({ backend }) => {
  await backend.register('ada@example.com');
  for (let login = 0; login < 3; login++)
    expect((await logIn(backend, 'ada@example.com', 'correct horse')).status).toBe(200);
});

test('an owner can log in from another network while a stranger guesses passwords', async ({ backend: one, other }) => {
  await one.register('ada@example.com');
  for (let guess = 0; guess < 5; guess++) await logIn(guess % 2 ? one : other, 'ada@example.com', 'wrong');
  await expectRefusal(await logIn(one, 'ada@example.com', 'correct horse'), 429, 'too_many_attempts');
  // The owner logs in from a network that is new to the account.
  expect((await logIn(other, 'ada@example.com', 'correct horse', '198.51.100.7')).status).toBe(200);
});

test('an owner can log in from a known network while many strangers guess', async ({ backend: one, other }) => {
  await one.register('ada@example.com');
  expect((await logIn(one, 'ada@example.com', 'correct horse', '198.51.100.7')).status).toBe(200);
  const guesses = Array.from({ length: 24 }, (_, guess) =>
    logIn(guess % 2 ? one : other, 'ADA@example.com', 'wrong', `192.0.${guess % 12}.1`),
  );
  const tried = await statuses(guesses);
  // The owner's own login has used up one attempt.
  expect(tried.filter((status) => status === 401)).toHaveLength(few.loginsPerAccountTotal - 1);
  await expectRefusal(await logIn(one, 'ada@example.com', 'correct horse', '203.0.113.1'), 429, 'too_many_attempts');
  const owner = await logIn(other, 'ada@example.com', 'correct horse', '198.51.100.7');
  expect(owner.status).toBe(200);
  expect(owner.headers.get('RateLimit-Policy')).toBe(
    '"login-address";q=5;w=900, "login-account";q=3;w=900, "login-account-total";q=8;w=900',
  );
});

test('refusals of wrong guesses do not tell which network the owner logs in from', async ({ backend }) => {
  await backend.register('ada@example.com');
  const attempts = {
    login: (email: string, peer: string) => logIn(backend, email, 'wrong', peer),
    recovery: (email: string, peer: string) =>
      backend.send('POST', accountPaths.recover, { email, code: 'x', newPassword: 'correct horse' }, {}, peer),
  };
  const [known, unknown] = ['198.51.100.7', '192.0.2.1'];
  expect((await logIn(backend, 'ada@example.com', 'correct horse', known)).status).toBe(200);
  for (const tried of Object.values(attempts)) {
    const told = async (email: string, peer: string) => {
      const answers: unknown[] = [];
      for (let guess = 0; guess < 4; guess++) answers.push(await toldBy(await tried(email, peer)));
      return answers;
    };
    const answers = await told('ada@example.com', known);
    expect(answers.at(-1)).toMatchObject({ status: 429 });
    expect(await told('ada@example.com', unknown)).toEqual(answers);
    expect(await told('nobody@example.com', '203.0.113.1')).toEqual(answers);
  }
});

test('a refused guess gets the same response before and after a login by the owner', async ({ backend }) => {
  await backend.register('ada@example.com');
  for (const peer of ['198.51.100.7', '192.0.2.1']) {
    const before = await toldBy(await logIn(backend, 'ada@example.com', 'wrong', peer));
    expect((await logIn(backend, 'ada@example.com', 'correct horse', peer)).status).toBe(200);
    expect(await toldBy(await logIn(backend, 'ada@example.com', 'wrong', peer))).toEqual(before);
  }
});

test('failed attempts from known and from new networks use up the same limits', {
  extras: { quotas: { ...few, loginsPerAddress: 0 } },
}, async ({ backend }) => {
  await backend.register('ada@example.com');
  const counts = () =>
    backend.db.selectFrom('rate_limits').select('count').where('key', 'like', 'login-%').orderBy('key').execute();
  expect((await logIn(backend, 'ada@example.com', 'correct horse', '198.51.100.7')).status).toBe(200);
  await backend.db.deleteFrom('rate_limits').execute();
  await logIn(backend, 'ada@example.com', 'wrong', '198.51.100.7');
  const known = await counts();
  await backend.db.deleteFrom('rate_limits').execute();
  await logIn(backend, 'ada@example.com', 'wrong', '192.0.2.1');
  expect(known).toEqual(await counts());
  expect(known).toHaveLength(2);
});

test("logins from a known network do not reset the count of strangers' guesses", {
  extras: { quotas: { ...few, loginsPerAddress: 0 } },
}, async ({ backend }) => {
  await backend.register('ada@example.com');
  const known = '198.51.100.7';
  expect((await logIn(backend, 'ada@example.com', 'correct horse', known)).status).toBe(200);
  for (let guess = 0; guess < 6; guess++) await logIn(backend, 'ada@example.com', 'wrong', `192.0.${guess}.1`);
  for (let login = 0; login < 9; login++)
    expect((await logIn(backend, 'ada@example.com', 'correct horse', known)).status).toBe(200);
  expect((await logIn(backend, 'ada@example.com', 'wrong', '192.0.7.1')).status).toBe(401);
  expect((await logIn(backend, 'ada@example.com', 'wrong', '192.0.8.1')).status).toBe(429);
});

test('an owner can log in from a known network while a neighbour guesses the password', async ({ backend }) => {
  await backend.register('ada@example.com');
  for (const [owner, neighbour] of [
    ['198.51.100.7', '198.51.100.8'],
    ['2001:db8:1:1::7', '2001:db8:1:2::8'],
  ]) {
    expect((await logIn(backend, 'ada@example.com', 'correct horse', owner)).status).toBe(200);
    for (let guess = 0; guess < 4; guess++) await logIn(backend, 'ada@example.com', 'wrong', neighbour);
    expect((await logIn(backend, 'ada@example.com', 'correct horse', neighbour)).status).toBe(429);
    expect((await logIn(backend, 'ada@example.com', 'correct horse', owner)).status).toBe(200);
    // A known network has its own limit of attempts.
    for (let guess = 0; guess < 3; guess++) await logIn(backend, 'ada@example.com', 'wrong', owner);
    expect((await logIn(backend, 'ada@example.com', 'correct horse', owner)).status).toBe(429);
  }
});

test('a known network that has expired no longer exempts the owner from the limit', {
  extras: { quotas: { ...few, loginsPerAccountTotal: 1 } },
}, async ({ backend }) => {
  await backend.register('ada@example.com');
  expect((await logIn(backend, 'ada@example.com', 'correct horse', '198.51.100.7')).status).toBe(200);
  await logIn(backend, 'ada@example.com', 'wrong');
  const ends_at = new Date(Date.now() - 1).toISOString();
  await backend.db.updateTable('known_places').set({ ends_at }).execute();
  expect((await logIn(backend, 'ada@example.com', 'correct horse', '198.51.100.7')).status).toBe(429);
});

test('concurrent guesses are limited like guesses sent one after the other', async ({ backend: one, other }) => {
  const guesses = Array.from({ length: 12 }, (_, index) =>
    logIn(index % 2 ? one : other, 'ada@example.com', `guess ${index}`, `192.0.2.${index}`),
  );
  expect(await statuses(guesses)).toEqual([401, 401, 401, ...Array.from({ length: 9 }, () => 429)]);
});

test('after a password reset, the owner can log in while many strangers guess', {
  extras: { quotas: { ...few, loginsPerAddress: 0 } },
}, async ({ backend }) => {
  const email = 'ada@example.com';
  const { userId } = await backend.register('Ada@example.com');
  await backend.register('bob@example.com');
  const [known, unknown] = ['198.51.100.7', '203.0.113.7'];
  expect((await logIn(backend, email, 'correct horse', known)).status).toBe(200);
  const guessFromMany = async () => {
    for (let guess = 0; guess < 18; guess++) await logIn(backend, email, 'wrong', `192.0.${guess % 9}.1`);
  };
  for (let guess = 0; guess < 9; guess++) await logIn(backend, 'bob@example.com', 'wrong', `192.0.${guess}.1`);
  await guessFromMany();
  expect((await logIn(backend, email, 'correct horse', unknown)).status).toBe(429);
  await reset(backend, userId);
  await guessFromMany();
  for (const owner of [known, unknown]) {
    expect([owner, (await logIn(backend, email, 'a new password', owner)).status]).toEqual([owner, 200]);
  }
  expect((await logIn(backend, 'bob@example.com', 'correct horse', unknown)).status).toBe(429);
});

test('a successful login clears earlier failed attempts', {
  extras: { quotas: { ...few, loginsPerAddress: 0 } },
}, async ({ backend }) => {
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

test('an address over its limit is refused for every account; other addresses are not', async ({ backend }) => {
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

test('a login does not wait for a flood of logins from another network to end', {
  extras: { quotas: { ...defaultQuotas, loginsPerAccount: 0, loginsPerAccountTotal: 0, loginsPerAddress: 0 } },
}, async ({ backend }) => {
  const guessed = await backend.register('eve@example.com');
  await backend.register('ada@example.com');
  await hashCheaply(backend);
  let tried = 0;
  const flood = Array.from({ length: 400 }, async () => {
    const answer = await logIn(backend, guessed.email, 'wrong');
    if (answer.status === 401) tried++;
    return answer;
  });
  const owner = await logIn(backend, 'ada@example.com', 'correct horse', '198.51.100.7');
  const triedBefore = tried;
  const answers = await statuses(flood);
  expect([owner.status, new Set(answers)]).toEqual([200, new Set([401, 503])]);
  // In a single queue, the owner's login would wait for all of these guesses.
  expect(triedBefore).toBeLessThan((tried * 3) / 4);
});

test('registrations with one email are limited', async ({ backend }) => {
  expect((await register(backend, 'ada@example.com')).status).toBe(201);
  await expectRefusal(await register(backend, 'ada@example.com', '192.0.2.2'), 409, 'email_taken', 'email');
  await expectRefusal(await register(backend, 'Ada@example.com', '192.0.2.4'), 429, 'too_many_attempts');
});

test('the full number of guesses is allowed again in the next time window', async ({ backend }) => {
  const guess = async () => (await logIn(backend, 'ada@example.com', 'wrong')).status;
  for (const status of [401, 401, 401, 429]) expect(await guess()).toBe(status);
  const ends_at = new Date(Date.now() - 1).toISOString();
  await backend.db.updateTable('rate_limits').set({ ends_at }).execute();
  for (const status of [401, 401, 401, 429]) expect(await guess()).toBe(status);
  const counted = await backend.db.selectFrom('rate_limits').selectAll().execute();
  expect(JSON.stringify(counted)).not.toContain('ada');
});

test('a login with malformed JSON uses up no attempt', { on: sqlite }, async ({ backend }) => {
  for (let number = 0; number < 10; number++) {
    expect((await backend.send('POST', callPaths.login, '{', {}, '192.0.2.1')).status).toBe(400);
  }
  expect(await backend.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
});

test('limits use the address in X-Forwarded-For only if a trusted proxy sends it', {
  on: sqlite,
  extras: { quotas: { ...few, loginsPerAddress: 1 }, trustProxy: readAddresses('10.0.0.0/8') },
}, async ({ backend }) => {
  let number = 0;
  const from = async (peer: string, forwardedFor: string) => {
    const headers = { 'X-Forwarded-For': forwardedFor };
    return (await logIn(backend, `${number++}@example.com`, 'wrong', peer, headers)).status;
  };
  expect(await from('10.0.0.1', '192.0.2.1')).toBe(401);
  expect(await from('10.0.0.1', '203.0.113.1, 192.0.2.1, 10.3.2.1')).toBe(429);
  expect(await from('10.0.0.1', '192.0.2.2')).toBe(401);
  // 198.51.100.1 is not a trusted proxy, so its header is ignored.
  expect(await from('198.51.100.1', '192.0.2.77')).toBe(401);
  expect(await from('198.51.100.1', '192.0.2.78')).toBe(429);
  // A whole IPv6 /64 shares the limit of one address.
  expect(await from('2001:db8:1:2::1', '')).toBe(401);
  expect(await from('2001:db8:1:2:ffff::9', '')).toBe(429);
  expect(await from('2001:db8:1:3::1', '')).toBe(401);
});
