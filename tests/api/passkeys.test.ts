import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from '../../src/contract/account-passkeys.ts';
import { accountPaths } from '../../src/contract/account-paths.ts';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { defaultQuotas } from '../../src/server/access/attempt-quotas.ts';
import { makeResetLink } from '../../src/server/accounts/reset-links.ts';
import { verifyNewPasskey } from '../../src/server/passkeys/verify-passkeys.ts';
import type { StoreTransaction } from '../../src/server/store/schema.ts';
import { type Authenticator, type Cbor, flags, makeAuthenticator, type Odd } from './support/authenticator.ts';
import { type Author, authorOf, expectRefusal, origin, problemOf, read, TestBackend } from './support/backend.ts';
import { backends, sqlite, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

const password = 'correct horse';

const askOptions = (backend: TestBackend, author: Author, of = password) =>
  backend.send('POST', accountPaths.passkeyOptions, { password: of }, author.bearer);

async function optionsFor(backend: TestBackend, author: Author): Promise<PasskeyCreationOptions> {
  const response = await askOptions(backend, author);
  expect(response.status).toBe(200);
  return read(response);
}

const send = (backend: TestBackend, author: Author, response: unknown, headers: Record<string, string> = {}) =>
  backend.send('POST', accountPaths.passkeys, { response }, { ...author.bearer, ...headers });

async function add(backend: TestBackend, author: Author, authenticator: Authenticator): Promise<Passkey> {
  const response = await send(backend, author, authenticator.create(await optionsFor(backend, author)));
  expect(response.status).toBe(201);
  return read(response);
}

/** Adds a passkey of a new authenticator, and returns the authenticator. */
async function addOne(backend: TestBackend, author: Author): Promise<Authenticator> {
  const authenticator = makeAuthenticator();
  await add(backend, author, authenticator);
  return authenticator;
}

async function loginOptions(backend: TestBackend): Promise<PasskeyRequestOptions> {
  const response = await backend.request(accountPaths.passkeyLoginOptions, { method: 'POST' });
  expect(response.status).toBe(200);
  return read(response);
}

const logInWith = (backend: TestBackend, response: unknown, headers: Record<string, string> = {}) =>
  backend.send('POST', accountPaths.passkeyLogin, { response }, headers);

async function logIn(backend: TestBackend, authenticator: Authenticator, odd: Odd = {}): Promise<Response> {
  return logInWith(backend, authenticator.get(await loginOptions(backend), odd));
}

async function list(backend: TestBackend, author: Author): Promise<Passkey[]> {
  const response = await backend.request(accountPaths.passkeys, { headers: author.bearer });
  expect(response.status).toBe(200);
  return read(response);
}

const sessionsIn = ({ db }: TestBackend) => db.selectFrom('sessions').select('token_hash').execute();

test('an added passkey logs in, and the list says when it was added and last used', async ({ backend, author }) => {
  const authenticator = makeAuthenticator();
  expect(await list(backend, author)).toEqual([]);
  const added = await add(backend, author, authenticator);
  expect(added).toEqual({ id: authenticator.id, name: '', createdAt: expect.any(String), lastUsedAt: null });
  const response = await logIn(backend, authenticator);
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const { token, userId, cookie, bearer } = await authorOf(response.clone());
  expect(Object.keys(await read<object>(response)).toSorted()).toEqual(['token', 'userId']);
  expect(userId).toBe(author.userId);
  expect(token).not.toBe(author.token);
  expect(cookie).toMatch(/^session=[\w-]{43}$/);
  const profile = await backend.request(callPaths.profile, { headers: bearer });
  expect(profile.status).toBe(200);
  const [used] = await list(backend, author);
  expect(used).toEqual({ ...added, lastUsedAt: expect.any(String) });
  expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(added.createdAt));
});

test('a passkey is named after its authenticator, or else after the device', async ({ backend, author }) => {
  const inKeychain = makeAuthenticator({ aaguid: Buffer.from('fbfc3007154e4ecc8c0b6e020557d7bd', 'hex') });
  expect((await add(backend, author, inKeychain)).name).toBe('iCloud Keychain');
  const agent = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const onDevice = makeAuthenticator().create(await optionsFor(backend, author));
  expect((await read<Passkey>(await send(backend, author, onDevice, agent))).name).toBe('Firefox on Linux');
});

test('passkey options require user verification, and exclude added passkeys', async ({ backend, author }) => {
  const { id } = await add(backend, author, makeAuthenticator());
  const options = await optionsFor(backend, author);
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Storyline' },
    user: { name: author.email, displayName: 'Ada' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ type: 'public-key', id }],
  });
  expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(author.userId);
  expect(await loginOptions(backend)).toEqual({
    rpId: 'localhost',
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    timeout: limits.passkeyChallenge,
    userVerification: 'required',
  });
});

test('of ten simultaneous copies of a passkey login, only one is accepted', async ({ backend, author }) => {
  const authenticator = await addOne(backend, author);
  const login = authenticator.get(await loginOptions(backend));
  const before = (await sessionsIn(backend)).length;
  const answers = await Promise.all(Array.from({ length: 10 }, () => logInWith(backend, login)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(401)]);
  await expectRefusal(await logInWith(backend, login), 401, 'wrong_passkey');
  expect(await sessionsIn(backend)).toHaveLength(before + 1);
});

test('only the session that asked for a new passkey can add it, a single time', async ({ backend, author, bob }) => {
  const elsewhere = await backend.logIn(author.email);
  const made = makeAuthenticator().create(await optionsFor(backend, author));
  for (const other of [bob, elsewhere]) await expectRefusal(await send(backend, other, made), 422, 'passkey_refused');
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(backend, author, made)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422]);
  await expectRefusal(await send(backend, author, made), 422, 'passkey_refused');
  expect(await list(backend, author)).toHaveLength(1);
  expect(await list(backend, bob)).toEqual([]);
});

test('a challenge is valid for five minutes, and only for its own purpose', async ({ backend, author }) => {
  const authenticator = await addOne(backend, author);
  // The challenge of a login cannot add a passkey, and the challenge for adding a passkey cannot log a user in.
  const { challenge } = await loginOptions(backend);
  const other = makeAuthenticator().create({ ...(await optionsFor(backend, author)), challenge });
  await expectRefusal(await send(backend, author, other), 422, 'passkey_refused');
  const adding = await optionsFor(backend, author);
  const misused = authenticator.get({ ...(await loginOptions(backend)), challenge: adding.challenge });
  await expectRefusal(await logInWith(backend, misused), 401, 'wrong_passkey');

  const [late, lateLogin] = [await optionsFor(backend, author), await loginOptions(backend)];
  const rows = await backend.db.selectFrom('passkey_challenges').select('ends_at').execute();
  for (const { ends_at } of rows) expect(Date.parse(ends_at)).toBeLessThan(Date.now() + 5 * 60 * 1000 + 1_000);
  const ends_at = new Date(Date.now() - 1).toISOString();
  await backend.db.updateTable('passkey_challenges').set({ ends_at }).execute();
  await expectRefusal(await send(backend, author, makeAuthenticator().create(late)), 422, 'passkey_refused');
  await expectRefusal(await logInWith(backend, authenticator.get(lateLogin)), 401, 'wrong_passkey');
});

const oddities: [what: string, odd: Odd][] = [
  ['another challenge', { challenge: 'A'.repeat(43) }],
  ['no text as a challenge', { challenge: { toString: 1 } }],
  ['a page of another origin', { origin: 'https://evil.example' }],
  ['a page of another port', { origin: 'http://localhost:3001' }],
  ['another host', { host: 'evil.example' }],
  ['a person whom nobody verified', { flags: flags.present }],
  ['nobody being there', { flags: flags.verified }],
];

test('a passkey login signed for another purpose, origin or key is refused', async ({ backend, author }) => {
  const authenticator = await addOne(backend, author);
  for (const [what, odd] of [...oddities, ['an addition', { type: 'webauthn.create' }] as const]) {
    const response = await logIn(backend, authenticator, odd);
    expect([what, response.status]).toEqual([what, 401]);
    await expectRefusal(response, 401, 'wrong_passkey');
  }
  const login = authenticator.get(await loginOptions(backend));
  const another = makeAuthenticator().get(await loginOptions(backend), { id: authenticator.id });
  await expectRefusal(await logInWith(backend, { ...another, rawId: login.id }), 401, 'wrong_passkey');
  await expectRefusal(await logIn(backend, makeAuthenticator()), 401, 'unknown_passkey');
  // Both logins are signed correctly, but the signature of one does not fit the other.
  const { challenge } = await loginOptions(backend);
  const fresh = authenticator.get({ rpId: 'localhost', challenge, timeout: 0, userVerification: 'required' });
  const mixed = { ...login, response: { ...login.response, signature: fresh.response.signature } };
  await expectRefusal(await logInWith(backend, mixed), 401, 'wrong_passkey');
  expect((await logInWith(backend, fresh)).status).toBe(200);
});

test('a passkey made for another purpose or origin is not added', async ({ backend, author }) => {
  for (const [what, odd] of [
    ...oddities,
    ['a login', { type: 'webauthn.get' }],
    ['an id of another', { id: 'AAAA' }],
    ['a certificate', { attestation: { fmt: 'packed', attStmt: new Map([['x5c', ['']]]) } }],
    ['another form', { attestation: { fmt: 'tpm' } }],
  ] satisfies [string, Odd][]) {
    const response = await send(backend, author, makeAuthenticator().create(await optionsFor(backend, author), odd));
    expect([what, response.status]).toEqual([what, 422]);
    await expectRefusal(response, 422, 'passkey_refused');
  }
  expect(await list(backend, author)).toEqual([]);
});

test("a passkey login with another user's handle is refused", async ({ backend, author, bob }) => {
  const authenticator = await addOne(backend, author);
  const login = authenticator.get(await loginOptions(backend));
  const userHandle = Buffer.from(bob.userId).toString('base64url');
  const claimed = { ...login, response: { ...login.response, userHandle } };
  await expectRefusal(await logInWith(backend, claimed), 401, 'wrong_passkey');
});

test('a passkey login is refused if its signature counter does not increase', async ({ backend, author }) => {
  const authenticator = makeAuthenticator();
  authenticator.count();
  await add(backend, author, authenticator);
  const most = 4_294_967_295;
  for (const counter of [5, 6, most]) expect((await logIn(backend, authenticator, { counter })).status).toBe(200);
  for (const counter of [most, 7, 0]) {
    await expectRefusal(await logIn(backend, authenticator, { counter }), 401, 'wrong_passkey');
  }
});

test('only one of two logins with the same passkey counter succeeds', async ({ backend, author }) => {
  const authenticator = makeAuthenticator();
  authenticator.count();
  await add(backend, author, authenticator);
  const [one, two] = [await loginOptions(backend), await loginOptions(backend)];
  const answers = await Promise.all(
    [one, two].map((options) => logInWith(backend, authenticator.get(options, { counter: 9 }))),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test('a removed passkey no longer logs in, and only its owner can remove it', async ({ backend, author, bob }) => {
  const authenticator = makeAuthenticator();
  const { id } = await add(backend, author, authenticator);
  const remove = ({ bearer }: Author, which = id) =>
    backend.request(accountPaths.passkey(which), { method: 'DELETE', headers: bearer });
  await expectRefusal(await remove(bob), 404, 'passkey_not_found');
  for (const none of ['AAAA', '%00', 'a b', 'x'.repeat(2_000)])
    await expectRefusal(await remove(author, none), 404, 'passkey_not_found');
  const login = authenticator.get(await loginOptions(backend));
  expect((await remove(author)).status).toBe(204);
  await expectRefusal(await remove(author), 404, 'passkey_not_found');
  await expectRefusal(await logInWith(backend, login), 401, 'unknown_passkey');
  expect(await list(backend, author)).toEqual([]);
});

test('the same passkey cannot be added twice, nor to two accounts', async ({ backend, author, bob }) => {
  const authenticator = await addOne(backend, author);
  for (const other of [bob, author]) {
    const again = authenticator.create(await optionsFor(backend, other));
    await expectRefusal(await send(backend, other, again), 422, 'passkey_refused');
  }
  expect(await list(backend, bob)).toEqual([]);
  expect(await list(backend, author)).toHaveLength(1);
});

test(`an account has at most ${limits.passkeys} passkeys, even if two additions race`, async ({ backend, author }) => {
  for (let count = 1; count < limits.passkeys; count++) await add(backend, author, makeAuthenticator());
  const made = await Promise.all([1, 2].map(async () => makeAuthenticator().create(await optionsFor(backend, author))));
  const answers = await Promise.all(made.map((each) => send(backend, author, each)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  await expectRefusal(await askOptions(backend, author), 409, 'too_many_passkeys');
  expect(await list(backend, author)).toHaveLength(limits.passkeys);
});

test('a passkey logs in again as soon as its suspended account is resumed', async ({ backend, author }) => {
  const authenticator = await addOne(backend, author);
  const suspend = (suspended_at: string | null) => backend.db.updateTable('users').set({ suspended_at }).execute();
  await suspend(new Date().toISOString());
  await expectRefusal(await logIn(backend, authenticator), 403, 'account_suspended');
  await expectRefusal(await logIn(backend, authenticator, { host: 'evil.example' }), 401, 'wrong_passkey');
  await suspend(null);
  expect((await logIn(backend, authenticator)).status).toBe(200);
});

test('deleting an account removes its passkeys at once', async ({ backend, author }) => {
  const authenticator = await addOne(backend, author);
  const options = await optionsFor(backend, author);
  const deleted = await backend.send('POST', accountPaths.deleteAccount, { password }, author.bearer);
  expect(deleted.status).toBe(204);
  await expectRefusal(await logIn(backend, authenticator), 401, 'unknown_passkey');
  await expectRefusal(await send(backend, author, makeAuthenticator().create(options)), 401, 'account_deleted');
});

test('a password change leaves passkeys valid, but cancels additions under way', async ({ backend, author }) => {
  const thief = await backend.logIn(author.email);
  const authenticator = await addOne(backend, author);
  const begun = makeAuthenticator().create(await optionsFor(backend, thief));
  const change = { password, newPassword: 'battery staple' };
  const changed = await backend.send('PUT', accountPaths.password, change, author.bearer);
  const owner = await authorOf(changed);
  await expectRefusal(await send(backend, thief, begun), 401, 'not_authenticated');
  await expectRefusal(await send(backend, owner, begun), 422, 'passkey_refused');
  expect((await logIn(backend, authenticator)).status).toBe(200);
});

test('challenges and logins with passkeys are limited per address', {
  extras: { quotas: { ...defaultQuotas, loginsPerAddress: 2 } },
}, async ({ backend }) => {
  const options = [await loginOptions(backend), await loginOptions(backend)];
  const third = await backend.request(accountPaths.passkeyLoginOptions, { method: 'POST' });
  expect(third.headers.get('Retry-After')).toMatch(/^\d+$/);
  await expectRefusal(third, 429, 'too_many_attempts');
  for (const each of options)
    await expectRefusal(await logInWith(backend, makeAuthenticator().get(each)), 401, 'unknown_passkey');
  const [again] = options;
  if (!again) throw new Error('no options');
  await expectRefusal(await logInWith(backend, makeAuthenticator().get(again)), 429, 'too_many_attempts');
});

for (const { what, codeOnSqlite, change } of [
  {
    what: 'the account is suspended',
    codeOnSqlite: 'account_suspended',
    change: (work: StoreTransaction) => work.updateTable('users').set({ suspended_at: new Date().toISOString() }),
  },
  {
    what: 'the passkey is removed',
    codeOnSqlite: 'unknown_passkey',
    change: (work: StoreTransaction) => work.deleteFrom('passkeys'),
  },
])
  test(`a passkey login opens no session if ${what} meanwhile`, { on: stores }, async ({ store, backend, author }) => {
    const authenticator = await addOne(backend, author);
    const login = authenticator.get(await loginOptions(backend));
    const before = await sessionsIn(backend);
    const trying = await backend.db.transaction().execute(async (work) => {
      await change(work).execute();
      // The login waits for the change. On PostgreSQL it accepts the passkey first, as the change is not committed.
      const trying = logInWith(backend, login);
      await wait(500);
      return { response: trying };
    });
    const { code } = await problemOf(await trying.response);
    expect(code).toBe(store.name === sqlite.name ? codeOnSqlite : 'wrong_passkey');
    expect(await sessionsIn(backend)).toEqual(before);
  });

test('replacing a forgotten password removes all passkeys', { on: stores }, async ({ backend, author }) => {
  const authenticator = await addOne(backend, author);
  const codes = await backend.send('POST', accountPaths.recoveryCodes, { password }, author.bearer);
  const [code = ''] = (await read<{ codes: string[] }>(codes)).codes;
  const recovery = { email: author.email, code, newPassword: password };
  expect((await backend.send('POST', accountPaths.recover, recovery)).status).toBe(204);
  await expectRefusal(await logIn(backend, authenticator), 401, 'unknown_passkey');

  const another = await addOne(backend, await backend.logIn(author.email));
  const { secret } = await makeResetLink(backend.store, author.userId);
  expect((await logIn(backend, another)).status).toBe(200);
  const reset = { link: secret, newPassword: password };
  expect((await backend.send('POST', accountPaths.reset, reset)).status).toBe(204);
  await expectRefusal(await logIn(backend, another), 401, 'unknown_passkey');
});

test('passkeys are made for PUBLIC_ORIGIN; an unknown host gets no passkey options', {
  on: sqlite,
  extras: { publicOrigin: 'https://blog.example' },
}, async ({ backend, author }) => {
  expect((await optionsFor(backend, author)).rp.id).toBe('blog.example');
  const here = makeAuthenticator().create(await optionsFor(backend, author));
  await expectRefusal(await send(backend, author, here), 422, 'passkey_refused');
  const there = makeAuthenticator({ origin: 'https://blog.example' });
  await add(backend, author, there);
  expect((await logIn(backend, there)).status).toBe(200);
  await using unknown = await TestBackend.open(sqlite);
  const asked = await unknown.request(`http://evil.example${accountPaths.passkeyLoginOptions}`, { method: 'POST' });
  await expectRefusal(asked, 421, 'unknown_host');
});

test('the database has no passkey challenge in plain text', { on: sqlite }, async ({ backend, author }) => {
  await add(backend, author, makeAuthenticator());
  const { challenge } = await loginOptions(backend);
  const rows = await backend.db.selectFrom('passkey_challenges').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(challenge);
});

it('a passkey with an attestation, or a public key that is too long, is refused', async () => {
  const site = { origin, host: 'localhost' };
  const challenge = 'A'.repeat(43);
  const options = {
    rp: { id: site.host, name: '' },
    user: { id: 'AAAA', name: '', displayName: '' },
    challenge,
  } as PasskeyCreationOptions;
  const refusalOf = (odd: Odd) =>
    verifyNewPasskey(makeAuthenticator().create(options, odd), challenge, site).then(
      () => undefined,
      (error: Error) => error.cause,
    );
  expect(await refusalOf({})).toBeUndefined();
  const attStmt = new Map([['x5c', [Buffer.from('a certificate')]]]);
  for (const fmt of ['packed', 'fido-u2f', 'tpm', 'apple', 'android-key', 'android-safetynet']) {
    const why = await refusalOf({ attestation: { fmt, attStmt } });
    expect(why).toEqual(new Error('an attestation was not asked for'));
  }
  const rsa = (bytes: number) =>
    new Map<number, Cbor>([
      [1, 3],
      [3, -257],
      [-1, Buffer.alloc(bytes, 0xff)],
      [-2, Buffer.from([1, 0, 1])],
    ]);
  expect(await refusalOf({ publicKey: rsa(512) })).toBeUndefined();
  expect(await refusalOf({ publicKey: rsa(2_048) })).toEqual(new Error('the public key is too long'));
});

test('malformed passkeys and malformed logins are refused', { on: sqlite }, async ({ backend, author }) => {
  const authenticator = await addOne(backend, author);
  const made = authenticator.create(await optionsFor(backend, author));
  const encoded = (bytes: number[] | string) => Buffer.from(bytes as string).toString('base64url');
  const nested = Array(8_000).fill(0x81);
  for (const attestationObject of [
    encoded('{}'),
    encoded([0xff]),
    encoded(nested),
    encoded([0xbb, 255, 255, 255, 255, 255, 255, 255, 255]),
  ]) {
    const { challenge } = await optionsFor(backend, author);
    const clientDataJSON = encoded(JSON.stringify({ type: 'webauthn.create', challenge, origin }));
    const response = await send(backend, author, { ...made, response: { clientDataJSON, attestationObject } });
    await expectRefusal(response, 422, 'passkey_refused');
  }
  for (const clientDataJSON of [encoded('null'), encoded('[]'), encoded('{'), encoded('"x"'), encoded([0xff, 0xfe])]) {
    const response = { ...made, response: { ...made.response, clientDataJSON } };
    await expectRefusal(await send(backend, author, response), 422, 'passkey_refused');
    const login = authenticator.get(await loginOptions(backend));
    const odd = { ...login, response: { ...login.response, clientDataJSON } };
    await expectRefusal(await logInWith(backend, odd), 401, 'wrong_passkey');
  }
  const wrong = { ...made, id: '../..', rawId: '../..' };
  expect((await send(backend, author, wrong)).status).toBe(422);
});
