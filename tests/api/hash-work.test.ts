import type * as Crypto from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { unverifiableHash } from '../../src/server/passwords.ts';
import { TestBackend } from './backend.ts';
import { stores } from './stores.ts';

/** What the server's argon2 was asked to do, of what shape; the rest is the true one. */
const { work } = vi.hoisted(() => ({ work: [] as string[] }));

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

beforeEach(() => work.splice(0));

for (const store of stores) {
  test(`${store.name}: a login costs the same hash, whether the email is known, unknown, or nobody's to log in with`, async () => {
    await using backend = await TestBackend.open(store);
    await backend.register('ada@example.com');
    const { userId } = await backend.register('seeded@example.com');
    await backend.inDatabase((db) =>
      db.updateTable('users').set({ password_hash: unverifiableHash }).where('id', '=', userId).execute(),
    );
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
