import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { watchLoads } from './support/address.ts';
import { json, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { replace, stubGlobal } from './support/global.ts';
import { openForeignStage, openOwnStage } from './support/stage.ts';

const author = { token: 'abc', userId: '42' };
const session = createHash('sha256').update('abc').digest('base64url');

/** Removes `crypto.subtle`, which browsers do not offer over plain http. */
const withoutHashes = () => stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });

async function logOut() {
  const { openSession } = await import('../../src/session/session.ts');
  openSession();
  await (await import('../../src/account/log-out.ts')).logOut();
}

/** Starts the account tasks, as every later page load does. */
async function startAgain() {
  const { openSession } = await import('../../src/session/session.ts');
  openSession();
  await (await import('../../src/account/start-account-tasks.ts')).startAccountTasks();
}

test('a logout sends the server a hash of the token, not the token itself', async () => {
  await using backend = await openOwnStage(() => status(204), author);
  using address = watchLoads();
  await logOut();
  expect(address.loads).toEqual(['/login']);
  await eventually(() => expect(backend.received).toHaveLength(1));
  const [told] = backend.received;
  expect(told).toMatchObject({ method: 'POST', path: '/auth/logout' });
  expect(JSON.parse(told?.body ?? '')).toEqual({ session });
  expect(told?.headers.authorization).toBeUndefined();
  await startAgain();
  const { readRecord } = await import('../../src/device/storage/records.ts');
  await eventually(async () => expect(await readRecord('logouts')).toBeUndefined());
});

test('a logout that finds no network stores only a hash; the next page load sends it', async () => {
  using _ = catchErrors();
  await using backend = await openOwnStage(() => 'drop', author);
  using address = watchLoads();
  await logOut();
  expect(address.loads).toEqual(['/login']);
  expect(await backend.device.records()).toContain(session);
  expect(await backend.device.records()).not.toContain('abc');
  await backend.settled();
  backend.reply = () => status(204);
  await startAgain();
  await eventually(async () => expect(await backend.device.records()).not.toContain(session));
});

async function findAgain(): Promise<void> {
  const { connection } = await import('../../src/device/calls/connection.ts');
  connection.set('away');
  connection.set('reachable');
}

test.each<[string, () => unknown]>([
  ['the network is back', () => dispatchEvent(new Event('online'))],
  ['the page comes to the foreground', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['another request gets an answer', findAgain],
])('a logout that could not be sent is sent when %s', async (_, happen) => {
  using __ = catchErrors();
  await using backend = await openOwnStage(() => 'drop', author);
  const { timeouts } = await import('../../src/device/timeouts.ts');
  // Keeps the backoff from sending the logout during this test.
  using ___ = replace(timeouts, { firstRetryMs: timeouts.maxRetryMs });
  using ____ = watchLoads();
  await logOut();
  await startAgain();
  // The page of the logout and the next page have tried once each.
  await eventually(() => expect(backend.received).toHaveLength(2));
  backend.reply = () => status(204);
  await happen();
  await eventually(async () => expect(await backend.device.records()).not.toContain(session));
});

test('the app removes a queued logout after a 422, and not after a 503', async () => {
  using _ = catchErrors();
  await using backend = await openOwnStage(() => status(503), author);
  using __ = watchLoads();
  await logOut();
  await startAgain();
  await eventually(() => expect(backend.received.length).toBeGreaterThan(1));
  expect(await backend.device.records()).toContain(session);
  backend.reply = () => json({ code: 'invalid_field' }, {}, 422);
  dispatchEvent(new Event('online'));
  await eventually(async () => expect(await backend.device.records()).not.toContain(session));
});

test("over http, where pages cannot hash, a logout fetches and sends the session's id", async () => {
  const own = { id: session, createdAt: '', lastUsedAt: '', device: '', isCurrent: true };
  await using backend = await openOwnStage(({ method }) => (method === 'GET' ? json([own]) : status(204)), author);
  using _ = watchLoads();
  using __ = withoutHashes();
  await logOut();
  await eventually(() => expect(backend.received.at(-1)?.path).toBe('/auth/logout'));
  expect(JSON.parse(backend.received.at(-1)?.body ?? '')).toEqual({ session });
});

test.each(['https', 'http'])('over %s, a logout opens /login even while the server hangs', async (scheme) => {
  using _ = catchErrors();
  await using __ = await openOwnStage(() => 'hang', author);
  using address = watchLoads();
  using ___ = scheme === 'http' ? withoutHashes() : undefined;
  await logOut();
  expect(address.loads).toEqual(['/login']);
});

test('a logout from a foreign backend sends no call, and stores no hash', async () => {
  await using backend = await openForeignStage(() => status(204), author);
  using _ = watchLoads();
  await logOut();
  await startAgain();
  expect(await backend.settled()).toEqual([]);
  expect(await backend.device.records()).not.toContain(session);
});

test('a page load sends no logout if no user has ever logged in', async () => {
  await using backend = await openOwnStage(() => status(204));
  await startAgain();
  expect(await backend.settled()).toEqual([]);
});
