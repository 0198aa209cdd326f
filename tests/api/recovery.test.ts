import { expect } from 'vitest';
import { accountPaths } from '../../src/contract/account-paths.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { type AttemptQuotas, defaultQuotas } from '../../src/server/access/attempt-quotas.ts';
import { sha256 } from '../../src/server/access/sessions.ts';
import { makeResetLink } from '../../src/server/accounts/reset-links.ts';
import { type Author, authorOf, expectRefusal, problemOf, read, type TestBackend } from './support/backend.ts';
import { backends, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

const [password, newPassword] = ['correct horse', 'battery staple'];
const email = 'ada@example.com';

const logIn = (backend: TestBackend, password: string, peer?: string) =>
  backend.send('POST', callPaths.login, { email, password }, {}, peer);

const codesOf = async (backend: TestBackend, { bearer }: Author): Promise<string[]> => {
  const response = await backend.send('POST', accountPaths.recoveryCodes, { password }, bearer);
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  return (await read<{ codes: string[] }>(response)).codes;
};

const leftOf = async (backend: TestBackend, { bearer }: Author) =>
  read<{ left: number; createdAt: string | null }>(
    await backend.request(accountPaths.recoveryCodes, { headers: bearer }),
  );

const recover = (backend: TestBackend, code: string | undefined, to: object = {}, peer?: string) =>
  backend.send('POST', accountPaths.recover, { email, code, newPassword, ...to }, {}, peer);

const linkFor = async ({ store }: TestBackend, userId: string) => (await makeResetLink(store, userId)).secret;

const reset = (backend: TestBackend, link: string | undefined, to: object = {}) =>
  backend.send('POST', accountPaths.reset, { link, newPassword, ...to });

const statusOfToken = async (backend: TestBackend, { bearer }: Author) =>
  (await backend.request(callPaths.profile, { headers: bearer })).status;

const statuses = (answers: Response[]) => answers.map(({ status }) => status).toSorted();

test('an author can get ten recovery codes; the database has none in plain text', async ({ backend, author }) => {
  expect(await leftOf(backend, author)).toEqual({ left: 0, createdAt: null });
  const wrong = await backend.send('POST', accountPaths.recoveryCodes, { password: 'wrong' }, author.bearer);
  await expectRefusal(wrong, 403, 'wrong_password');
  const codes = await codesOf(backend, author);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(await leftOf(backend, author)).toEqual({ left: 10, createdAt: expect.stringMatching(/^20\d\d-.*Z$/) });
  const rows = await backend.db.selectFrom('recovery_codes').selectAll().execute();
  for (const code of codes) {
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(sha256(code));
  }
});

test('a recovery code sets a password a single time, and ends every session', async ({ backend, author }) => {
  const [code = '', second = ''] = await codesOf(backend, author);
  const recovered = await recover(backend, code, { email: 'ADA@example.com' });
  expect([recovered.status, recovered.headers.get('Set-Cookie')]).toEqual([204, null]);
  expect(await statusOfToken(backend, author)).toBe(401);
  expect(statuses([await logIn(backend, password), await logIn(backend, newPassword)])).toEqual([200, 401]);
  await expectRefusal(await recover(backend, code, { newPassword: 'of an attacker' }), 403, 'wrong_code');
  expect((await leftOf(backend, await authorOf(await logIn(backend, newPassword)))).left).toBe(9);
  expect((await recover(backend, second, { newPassword: password })).status).toBe(204);
});

test('a recovery code works in any case, without hyphens, with o and l for 0 and 1', async ({ backend, author }) => {
  const codes = await codesOf(backend, author);
  const typed = (code: string) =>
    ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replace('1', 'l').replaceAll('1', 'I')}\n`;
  for (const code of codes.slice(0, 3)) expect((await recover(backend, typed(code))).status).toBe(204);
  const last = codes[3] ?? '';
  for (const other of ['', '-', last.slice(0, -1), `${last}0`, `${last}-${last}`, 'x'.repeat(10_000), '\u212a'])
    await expectRefusal(await recover(backend, other), 403, 'wrong_code');
  expect((await recover(backend, last)).status).toBe(204);
});

test('new recovery codes replace old codes, and work for one account only', async ({ backend, author: ada, bob }) => {
  const [old] = await codesOf(backend, ada);
  const [ofAda] = await codesOf(backend, ada);
  const [ofBob] = await codesOf(backend, bob);
  await expectRefusal(await recover(backend, old), 403, 'wrong_code');
  await expectRefusal(await recover(backend, ofBob), 403, 'wrong_code');
  await expectRefusal(await recover(backend, ofAda, { email: bob.email }), 403, 'wrong_code');
  expect([await statusOfToken(backend, ada), await statusOfToken(backend, bob)]).toEqual([200, 200]);
  expect((await recover(backend, ofAda)).status).toBe(204);
});

test('only one of many concurrent uses of a recovery code or link sets a password', async ({ backend, author }) => {
  const expectOne = async (by: string, use: (to: { newPassword: string }) => Promise<Response>) => {
    const passwords = Array.from({ length: 6 }, (_, number) => `by ${by}, number ${number}`);
    const answers = await Promise.all(passwords.map((newPassword) => use({ newPassword })));
    expect(statuses(answers)).toEqual([204, 403, 403, 403, 403, 403]);
    const winner = passwords[answers.findIndex(({ status }) => status === 204)] ?? '';
    expect((await logIn(backend, winner)).status).toBe(200);
  };
  const [code] = await codesOf(backend, author);
  await expectOne('code', (to) => recover(backend, code, to));
  const link = await linkFor(backend, author.userId);
  await expectOne('link', (to) => reset(backend, link, to));
});

test('a wrong recovery code and an unknown email get the same refusal', async ({ backend }) => {
  const [code] = await codesOf(backend, await backend.register());
  const told = async (to: object, code: string | undefined) => {
    const response = await recover(backend, code, to);
    const { requestId: _, ...problem } = await problemOf(response);
    return [problem, response.headers.get('RateLimit-Policy')];
  };
  const wrong = await told({}, 'AAAA-AAAA-AAAA-AAAA');
  expect(await told({ email: 'nobody@example.com' }, code)).toEqual(wrong);
  expect(await told({ email: 'no email' }, code)).toEqual(wrong);
  expect(wrong[0]).toMatchObject({ status: 403, code: 'wrong_code' });
});

test('an invalid new password is refused, and does not use up the recovery code', async ({ backend, author }) => {
  const [code] = await codesOf(backend, author);
  const link = await linkFor(backend, author.userId);
  for (const newPassword of ['short', 'p'.repeat(201), 7, 'with \0 in it']) {
    await expectRefusal(await recover(backend, code, { newPassword }), 422, 'invalid_field', 'newPassword');
    await expectRefusal(await reset(backend, link, { newPassword }), 422, 'invalid_field', 'newPassword');
  }
  expect((await recover(backend, code)).status).toBe(204);
});

test('a reset link works a single time, and invalidates the recovery codes', async ({ backend, author }) => {
  const [code] = await codesOf(backend, author);
  const replaced = await linkFor(backend, author.userId);
  const link = await linkFor(backend, author.userId);
  expect(await statusOfToken(backend, author)).toBe(200);
  await expectRefusal(await reset(backend, replaced), 403, 'wrong_link');
  expect((await reset(backend, link)).status).toBe(204);
  await expectRefusal(await reset(backend, link), 403, 'wrong_link');
  expect(await statusOfToken(backend, author)).toBe(401);
  expect(statuses([await logIn(backend, password), await logIn(backend, newPassword)])).toEqual([200, 401]);
  await expectRefusal(await recover(backend, code), 403, 'wrong_code');
  const rows = await backend.db.selectFrom('reset_links').selectAll().execute();
  expect(rows).toEqual([]);
});

test('a reset link fails if altered, after a day, or after a password change', async ({ backend, author }) => {
  const link = await linkFor(backend, author.userId);
  const [stored] = await backend.db.selectFrom('reset_links').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(link);
  expect(Math.round((Date.parse(stored?.ends_at ?? '') - Date.now()) / 3_600_000)).toBe(24);
  for (const other of ['', link.slice(1), `${link} `, link.toLowerCase(), stored?.link_hash, 'x'.repeat(10_000)])
    await expectRefusal(await reset(backend, other), 403, 'wrong_link');
  await backend.db.updateTable('reset_links').set({ ends_at: new Date().toISOString() }).execute();
  await expectRefusal(await reset(backend, link), 403, 'wrong_link');
  const next = await linkFor(backend, author.userId);
  const changed = await backend.send('PUT', accountPaths.password, { password, newPassword }, author.bearer);
  expect(changed.status).toBe(200);
  await expectRefusal(await reset(backend, next, { newPassword: password }), 403, 'wrong_link');
});

test('only a valid recovery code or link tells that the account is suspended', async ({ backend, author }) => {
  const [code] = await codesOf(backend, author);
  const link = await linkFor(backend, author.userId);
  await backend.db.updateTable('users').set({ suspended_at: new Date().toISOString() }).execute();
  await expectRefusal(await recover(backend, 'wrong'), 403, 'wrong_code');
  await expectRefusal(await recover(backend, code), 403, 'account_suspended');
  await expectRefusal(await reset(backend, link), 403, 'account_suspended');
  await backend.db.updateTable('users').set({ suspended_at: null }).execute();
  expect((await logIn(backend, password)).status).toBe(200);
  expect((await recover(backend, code)).status).toBe(204);
});

// The tests below set the client's address, which a balancer would replace by its own address.

const few: AttemptQuotas = { ...defaultQuotas, loginsPerAccount: 3, loginsPerAddress: 6 };

test('guesses at recovery codes are limited per address and per email, even unknown', {
  on: stores,
  extras: { quotas: few },
}, async ({ backend }) => {
  await backend.register();
  for (const to of [{ email }, { email: 'nobody@example.com' }]) {
    for (let guess = 0; guess < 3; guess++)
      await expectRefusal(await recover(backend, `${guess}`, to, '192.0.2.1'), 403, 'wrong_code');
  }
  const others = [{ email }, { email: 'nobody@example.com' }, { email: 'bob@example.com' }];
  for (const to of others) await expectRefusal(await recover(backend, 'x', to, '192.0.2.1'), 429, 'too_many_attempts');
  for (const to of others.slice(0, 2)) {
    const refused = await recover(backend, 'x', to, '192.0.2.2');
    expect(refused.headers.get('RateLimit')).toContain('"recovery-account";r=0;');
    await expectRefusal(refused, 429, 'too_many_attempts');
  }
});

test('an author can log in and recover the account while strangers guess codes', {
  on: stores,
  extras: { quotas: { ...few, loginsPerAddress: 0 } },
}, async ({ backend, author }) => {
  const [code] = await codesOf(backend, author);
  for (let guess = 0; guess < 40; guess++) await recover(backend, `${guess}`, {}, `192.0.${guess % 8}.1`);
  const [known, unknown] = ['198.51.100.7', '203.0.113.7'];
  for (const peer of [known, unknown]) expect((await logIn(backend, password, peer)).status).toBe(200);
  expect((await recover(backend, code, {}, '203.0.114.7')).status).toBe(204);
});

test("code guesses from a neighbouring address do not block an author's recovery", {
  on: stores,
  extras: { quotas: few },
}, async ({ backend }) => {
  const [code] = await codesOf(backend, await backend.register());
  expect((await logIn(backend, password, '198.51.100.7')).status).toBe(200);
  for (let guess = 0; guess < 4; guess++) await recover(backend, 'x', {}, '198.51.100.8');
  expect((await recover(backend, code, {}, '198.51.100.7')).status).toBe(204);
});

test('guesses at reset links are limited per address; recovery lifts the login limit', {
  on: stores,
  extras: { quotas: few },
}, async ({ backend, author }) => {
  const [code] = await codesOf(backend, author);
  const guess = (peer: string) =>
    backend.send('POST', accountPaths.reset, { link: sha256('a guess'), newPassword }, {}, peer);
  for (let number = 0; number < 6; number++) await expectRefusal(await guess('192.0.2.1'), 403, 'wrong_link');
  await expectRefusal(await guess('192.0.2.1'), 429, 'too_many_attempts');
  for (let number = 0; number < 3; number++) await logIn(backend, 'forgotten', '192.0.2.5');
  await expectRefusal(await logIn(backend, password, '192.0.2.5'), 429, 'too_many_attempts');
  expect((await recover(backend, code, {}, '192.0.2.5')).status).toBe(204);
  expect((await logIn(backend, newPassword, '192.0.2.5')).status).toBe(200);
});
