import type * as Crypto from 'node:crypto';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { unverifiableHash } from '../../src/server/accounts/passwords.ts';
import { sqlite, stores } from './support/stores.ts';

/** The algorithm, message, salt length and cost of each call of argon2. The mock records them, then calls argon2. */
const work = vi.hoisted(() => [] as string[]);

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>();
  return {
    ...crypto,
    argon2: ((algorithm, { message, nonce, ...cost }, done) => {
      work.push(`${algorithm} ${message} ${Buffer.byteLength(nonce)} ${JSON.stringify(cost)}`);
      crypto.argon2(algorithm, { message, nonce, ...cost }, done);
    }) satisfies typeof Crypto.argon2,
  };
});

// An earlier test file in this worker may have loaded the server with the real argon2. Later files need it again.
vi.resetModules();
const { TestBackend } = await import('./support/backend.ts');
afterAll(() => void vi.resetModules());

beforeEach(() => void work.splice(0));

for (const store of stores) {
  test(`${store.name}: a failed login computes one hash, even if the email is unknown`, async () => {
    await using backend = await TestBackend.open(store);
    await backend.register('ada@example.com');
    const { userId } = await backend.register('seeded@example.com');
    await backend.db.updateTable('users').set({ password_hash: unverifiableHash }).where('id', '=', userId).execute();
    const workOf = async (email: string) => {
      work.splice(0);
      const { status } = await backend.send('POST', callPaths.login, { email, password: 'wrong horse' });
      return [status, ...work];
    };
    const known = await workOf('ada@example.com');
    expect(known).toEqual([401, expect.stringMatching(/^argon2id wrong horse 16 .*"memory":19456/)]);
    expect(await workOf('nobody@example.com')).toEqual(known);
    expect(await workOf('seeded@example.com')).toEqual(known);
  });
}

test('a login with an overlong password computes one hash, and skips normalisation', async () => {
  await using backend = await TestBackend.open(sqlite);
  await backend.register('ada@example.com');
  const normalized = vi.spyOn(String.prototype, 'normalize');
  work.splice(0);
  for (const password of ['\u0315\u0316'.repeat(2_000), `correct horse${' '.repeat(188)}`]) {
    const { status } = await backend.send('POST', callPaths.login, { email: 'ada@example.com', password });
    expect(status).toBe(401);
  }
  const texts = normalized.mock.contexts.map(String);
  normalized.mockRestore();
  expect(texts.filter((text) => text.length > limits.password.max)).toEqual([]);
  expect(work).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/^argon2id {2}16 .*"memory":19456/)));
});
