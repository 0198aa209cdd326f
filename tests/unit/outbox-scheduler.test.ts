import { expect, test, vi } from 'vitest';
import { openForeignBackend, openOwnBackend, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { replace, stubGlobal } from './support/global.ts';
import { openLocks } from './support/locks.ts';
import { entryOf } from './support/outbox.ts';

const author = { token: 'abc', userId: '42' };

/** Disposed of, the page is nobody's any more: what it has set going sends nothing in a later test. */
async function openTending() {
  const { openSession, session, endSession } = await import('../../src/data/session/session.ts');
  const { startSession } = await import('../../src/data/session/accept-login.ts');
  const { startOutboxScheduler } = await import('../../src/data/outbox/outbox-scheduler.ts');
  const { putEntry, readOutbox } = await import('../../src/data/outbox/outbox-store.ts');
  const { readRecord } = await import('../../src/data/storage/records.ts');
  openSession();
  return {
    tendOutbox: startOutboxScheduler,
    putEntry,
    readOutbox,
    startSession,
    endSession,
    readRecord,
    async [Symbol.asyncDispose]() {
      session.set({ token: null, userId: null });
      await eventually(async () => expect(await readRecord('author')).toBeUndefined());
    },
  };
}

const isEmpty = (readOutbox: () => Promise<unknown[]>) =>
  eventually(async () => expect(await readOutbox()).toEqual([]));
const soon = (ms: number) => ({ name: 'waiting', notBefore: Date.now() + ms, heldUntil: 0 }) as const;

test('Waiting entries are sent when the app starts, also during their backoff', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  await using page = await openTending();
  const { putEntry, readOutbox, tendOutbox } = page;
  await putEntry(entryOf('Early', { state: soon(60_000) }));
  tendOutbox();
  await isEmpty(readOutbox);
  expect(backend.received).toHaveLength(1);
});

test('An entry held by Retry-After is not sent before its time', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  await using page = await openTending();
  const { putEntry, readOutbox, tendOutbox } = page;
  await putEntry(entryOf('Held', { state: { name: 'waiting', notBefore: 0, heldUntil: Date.now() + 60_000 } }));
  await putEntry(entryOf('Free'));
  tendOutbox();
  dispatchEvent(new Event('online'));
  await eventually(async () => expect(await readOutbox()).toHaveLength(1));
  expect(await backend.settled()).toMatchObject([{ body: expect.stringContaining('Free') }]);
  expect(await readOutbox()).toMatchObject([{ work: { post: { title: 'Held' } } }]);
});

/** Starts on a device whose database does not open in time, until everything has failed; afterwards it opens. */
async function startUnanswered(start: () => void): Promise<void> {
  using errors = catchErrors();
  using _ = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The database does not open', 'TimeoutError');
  });
  start();
  const failures = (of: string) => errors.mock.calls.filter(([message]) => String(message).startsWith(of)).length;
  await eventually(() => {
    // To store for whom the worker sends, to send, and to sweep pictures.
    expect(failures('Could not process the outbox')).toBeGreaterThanOrEqual(3);
    expect(failures('Could not read the outbox')).toBeGreaterThanOrEqual(1);
  });
}

test('What waits is shown and sent also where the database did not answer when the app started', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  const { timeouts } = await import('../../src/data/timeouts.ts');
  using ___ = replace(timeouts, { maxRetryMs: 300 });
  await using page = await openTending();
  const { outboxEntries } = await import('../../src/data/outbox/outbox-entries.ts');
  const { putEntry, readOutbox, tendOutbox } = page;
  await putEntry(entryOf('Waits'));
  await putEntry(entryOf('Refused', { state: { name: 'refused', status: 422 } }));
  await startUnanswered(tendOutbox);
  await eventually(async () => expect(await readOutbox()).toMatchObject([{ work: { post: { title: 'Refused' } } }]));
  await eventually(() => expect(outboxEntries.get()).toMatchObject([{ work: { post: { title: 'Refused' } } }]));
  expect(backend.received).toHaveLength(1);
});

test('What the outbox holds is shown where the database answers late, though none of it is sent', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  const { timeouts } = await import('../../src/data/timeouts.ts');
  using ___ = replace(timeouts, { maxRetryMs: 300 });
  await using page = await openTending();
  const { outboxEntries } = await import('../../src/data/outbox/outbox-entries.ts');
  const { putEntry, tendOutbox } = page;
  await putEntry(entryOf('Refused', { state: { name: 'refused', status: 422 } }));
  await startUnanswered(tendOutbox);
  await eventually(() => expect(outboxEntries.get()).toMatchObject([{ work: { post: { title: 'Refused' } } }]));
  expect(backend.received).toEqual([]);
});

test('What needed a login is sent, and the worker knows whose to send, also where the database answers late', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  const { timeouts } = await import('../../src/data/timeouts.ts');
  using ___ = replace(timeouts, { maxRetryMs: 300 });
  await using page = await openTending();
  const { putEntry, readOutbox, readRecord, tendOutbox } = page;
  await putEntry(entryOf('Expired', { state: { name: 'needs login' } }));
  await startUnanswered(tendOutbox);
  await isEmpty(readOutbox);
  await eventually(async () => expect(await readRecord('author')).toBe('42'));
  expect(backend.received).toHaveLength(1);
});

test('What a login could not send for want of a database is not sent after the logout', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  const { timeouts } = await import('../../src/data/timeouts.ts');
  using ___ = replace(timeouts, { maxRetryMs: 300 });
  await using page = await openTending();
  const { putEntry, readOutbox, readRecord, endSession, tendOutbox } = page;
  await putEntry(entryOf('Waits'));
  await startUnanswered(tendOutbox);
  endSession();
  await new Promise((resolve) => setTimeout(resolve, 2 * timeouts.maxRetryMs));
  expect(await readOutbox()).toHaveLength(1);
  expect(await readRecord('author')).toBeUndefined();
  expect(backend.received).toEqual([]);
});

test('A waiting entry is sent when its backoff is over', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  await using page = await openTending();
  const { putEntry, readOutbox, tendOutbox } = page;
  tendOutbox();
  await putEntry(entryOf('Later', { state: soon(200.7) }));
  await isEmpty(readOutbox);
  expect(backend.received).toHaveLength(1);
});

test('a timer that comes too early is set again', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  await using page = await openTending();
  const { putEntry, readOutbox, tendOutbox, readRecord } = page;
  tendOutbox();
  await eventually(async () => expect(await readRecord('author')).toBe('42'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  using ___ = { [Symbol.dispose]: () => void vi.useRealTimers() };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await putEntry(entryOf('Early', { state: soon(300) }));
  while (vi.getTimerCount() === 0) await turn();
  // The clock is put back by a moment while the timer runs.
  vi.setSystemTime(Date.now() - 100);
  vi.advanceTimersByTime(300);
  for (let turns = 0; turns < 50; turns += 1) await turn();
  expect(backend.received).toEqual([]);
  vi.advanceTimersByTime(5_000);
  while ((await readOutbox()).length > 0) await turn();
  expect(backend.received).toHaveLength(1);
});

test('An entry held back by a lost post is not due before that post is', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openForeignBackend(() => status(201));
  await using page = await openTending();
  const { putEntry, tendOutbox, readRecord } = page;
  const heldUntil = Date.now() + 60_000;
  const state = { name: 'waiting', notBefore: 0, heldUntil } as const;
  await putEntry(entryOf('Lost', { state, isInDoubt: true, idsBefore: [] }));
  await putEntry(entryOf('Next', { confirmedAt: 2 }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  using ___ = { [Symbol.dispose]: () => void vi.useRealTimers() };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  tendOutbox();
  while ((await readRecord('author')) !== '42' || vi.getTimerCount() === 0) await turn();
  for (let turns = 0; turns < 50; turns += 1) await turn();
  expect(backend.received).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(Date.now()).toBe(heldUntil);
});

test.each<[string, () => unknown]>([
  ['the network returns', () => dispatchEvent(new Event('online'))],
  ['the page comes to the foreground', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['a request is answered again', findAgain],
])('Waiting entries are sent when %s', async (_name, happen) => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  await using page = await openTending();
  const { putEntry, readOutbox, tendOutbox } = page;
  await putEntry(entryOf('Early'));
  tendOutbox();
  // The start has sent what it found, and would not send this one.
  await isEmpty(readOutbox);
  await putEntry(entryOf('Waits', { state: soon(60_000) }));
  expect(await backend.settled()).toHaveLength(1);
  await happen();
  await isEmpty(readOutbox);
  expect(backend.received).toHaveLength(2);
});

async function findAgain(): Promise<void> {
  const { connection } = await import('../../src/data/api/connection.ts');
  connection.set('away');
  connection.set('reachable');
}

test('An entry that needed a login is sent once after the login', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  let reply: Reply = status(401);
  await using backend = await openOwnBackend(() => reply);
  using ___ = catchErrors();
  await using page = await openTending();
  const { putEntry, readOutbox, tendOutbox, startSession } = page;
  await putEntry(entryOf('Expired'));
  tendOutbox();
  await eventually(async () => expect(await readOutbox()).toMatchObject([{ state: { name: 'needs login' } }]));
  reply = status(201);
  dispatchEvent(new Event('online'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(backend.received).toHaveLength(1);
  startSession({ token: 'new', userId: '42' });
  await isEmpty(readOutbox);
  expect(backend.received).toHaveLength(2);
  expect(backend.received[1]?.headers.authorization).toBe('Bearer new');
});

test('What is held at the time of a login is sent when its time has come', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  await using page = await openTending();
  const { putEntry, readOutbox, tendOutbox, startSession, endSession, readRecord } = page;
  endSession();
  await putEntry(entryOf('Held', { state: { name: 'waiting', notBefore: 0, heldUntil: Date.now() + 500 } }));
  tendOutbox();
  await eventually(async () => expect(await readRecord('author')).toBeUndefined());
  startSession(author);
  await isEmpty(readOutbox);
  expect(backend.received).toHaveLength(1);
});

test('A login also sends what another tab finds refused only after it', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await using ___ = await openOwnBackend(async ({ headers }) => {
    if (headers.authorization !== 'Bearer old') return status(201);
    ask();
    await answered;
    return status(401);
  });
  using ____ = catchErrors();
  await using page = await openTending();
  const { putEntry, readOutbox, tendOutbox, startSession } = page;
  const { sendOutbox } = await import('../../src/data/outbox/send-outbox.ts');
  const { callTransport } = await import('../../src/data/outbox/transport.ts');
  await putEntry(entryOf('Crossing'));
  void sendOutbox({ userId: '42', transport: callTransport('old', true), scope: 'all' });
  await asked;
  startSession({ token: 'new', userId: '42' });
  tendOutbox();
  answer();
  await isEmpty(readOutbox);
});

test('Another user’s entries are neither sent nor shown, and the worker knows whose to send', async () => {
  await using _ = openDevice({ token: 'other', userId: '7' });
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  await using page = await openTending();
  const { putEntry, readOutbox, tendOutbox, readRecord, endSession } = page;
  const { isOwnEntry } = await import('../../src/data/outbox/outbox-scheduler.ts');
  await putEntry(entryOf("42's"));
  await putEntry(entryOf("7's", { userId: '7' }));
  tendOutbox();
  await eventually(async () => expect(await readRecord('author')).toBe('7'));
  dispatchEvent(new Event('online'));
  await eventually(async () => expect(await readOutbox()).toHaveLength(1));
  expect(await backend.settled()).toMatchObject([{ body: expect.stringContaining("7's") }]);
  expect((await readOutbox()).filter(isOwnEntry)).toEqual([]);
  endSession();
  await eventually(async () => expect(await readRecord('author')).toBeUndefined());
});

test('An entry that a tab was sending when it died is sent by another', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  await using page = await openTending();
  const { putEntry, readOutbox, tendOutbox } = page;
  await putEntry(entryOf('Orphaned', { state: { name: 'sending' }, isInDoubt: true }));
  tendOutbox();
  await isEmpty(readOutbox);
  expect(backend.received).toHaveLength(1);
});

test('A Background Sync is registered once for each new entry, and again when the page is hidden', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(503));
  using ___ = catchErrors();
  const asked: string[] = [];
  const registration = { sync: { register: async (tag: string) => void asked.push(tag) } };
  const container = { ready: Promise.resolve(registration), controller: null };
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  using ____ = stubGlobal('SyncManager', class {});
  using _____ = { [Symbol.dispose]: () => void Reflect.deleteProperty(navigator, 'serviceWorker') };
  await using page = await openTending();
  const { putEntry, tendOutbox, readOutbox } = page;
  const { changeEntry } = await import('../../src/data/outbox/outbox-store.ts');
  tendOutbox();
  await putEntry(entryOf('First'));
  await eventually(async () => expect((await readOutbox())[0]?.tries).toBe(1));
  await changeEntry('entry of First', (entry) => ({ ...entry, tries: 2 }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([asked, backend.received.length]).toEqual([['outbox'], 1]);
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  using ______ = { [Symbol.dispose]: () => void Reflect.deleteProperty(document, 'visibilityState') };
  document.dispatchEvent(new Event('visibilitychange'));
  await eventually(() => expect(asked).toEqual(['outbox', 'outbox']));
});
