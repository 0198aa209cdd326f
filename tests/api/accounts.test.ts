import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { authorOf, expectRefusal, read } from './support/backend.ts';
import { backends } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

const ada = { name: 'Ada', email: 'Ada@Example.com', password: 'correct horse' };

test('registering logs the new user in', async ({ backend }) => {
  const response = await backend.send('POST', callPaths.register, ada);
  expect(response.status).toBe(201);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const credentials = await read<{ token: string; userId: string }>(response);
  expect(Object.keys(credentials).toSorted()).toEqual(['token', 'userId']);
  const bearer = { Authorization: `Bearer ${credentials.token}` };
  const profile = await backend.request(callPaths.profile, { headers: bearer });
  expect(profile.status).toBe(200);
  expect(profile.headers.get('Cache-Control')).toBe('no-store');
  expect(await profile.json()).toEqual({ username: 'Ada', email: 'Ada@Example.com' });
});

test('a login whose email has another case gets a new token for the same user', async ({ backend }) => {
  const registered = await authorOf(await backend.send('POST', callPaths.register, ada));
  const response = await backend.send('POST', callPaths.login, { email: 'ADA@example.COM', password: ada.password });
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  const { token, userId, cookie } = await authorOf(response);
  expect(userId).toBe(registered.userId);
  expect(token).not.toBe(registered.token);
  expect(cookie).toMatch(/^session=[\w-]{43}$/);
});

test('two concurrent registrations whose emails differ only in case get 201 and 409', async ({ backend }) => {
  const answers = await Promise.all([
    backend.send('POST', callPaths.register, ada),
    backend.send('POST', callPaths.register, { ...ada, email: 'ada@example.com' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  await expectRefusal(await backend.send('POST', callPaths.register, ada), 409, 'email_taken', 'email');
});

test('an NFC password is stored as an argon2id hash, and its NFD form also logs in', async ({ backend }) => {
  await backend.send('POST', callPaths.register, { ...ada, password: 'crème brûlée'.normalize('NFC') });
  const { password_hash } = await backend.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  const login = { email: ada.email, password: 'crème brûlée'.normalize('NFD') };
  expect((await backend.send('POST', callPaths.login, login)).status).toBe(200);
});

test('a refused registration names the missing or invalid field, and adds no user', async ({ backend }) => {
  const refused: [unknown, string | undefined][] = [
    [{ ...ada, name: '\u200b\u2060' }, 'name'],
    [{ ...ada, email: 'no at sign' }, 'email'],
    [{ ...ada, password: 'seven77' }, 'password'],
    [{ name: ada.name, email: ada.email }, 'password'],
    [[], 'name'],
    [null, undefined],
  ];
  for (const [body, field] of refused) {
    await expectRefusal(await backend.send('POST', callPaths.register, body), 422, 'invalid_field', field);
  }
  expect(await backend.db.selectFrom('users').select('id').execute()).toEqual([]);
});

test('a refused login names the missing field; an overlong password gets 401', async ({ backend }) => {
  const email = 'a@b.cd';
  const logIn = (body: object) => backend.send('POST', callPaths.login, body);
  await expectRefusal(await logIn({ email }), 422, 'invalid_field', 'password');
  await expectRefusal(await logIn({ password: 'x' }), 422, 'invalid_field', 'email');
  await expectRefusal(await logIn({ email, password: 'p'.repeat(10_000) }), 401, 'wrong_credentials');
});
