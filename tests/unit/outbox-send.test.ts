import { expect, test, vi } from 'vitest';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { replace } from './support/global.ts';
import { openLocks } from './support/locks.ts';
import { entryOf, modelOf } from './support/outbox.ts';
import { openRecordFaults } from './support/record-faults.ts';

const userId = '42';

/** The modules of one tab: another call loads them once more, as another tab would. */
async function openTab() {
  vi.resetModules();
  const { sendOutbox } = await import('../../src/data/outbox/send-outbox.ts');
  const { putEntry, readOutbox } = await import('../../src/data/outbox/outbox-store.ts');
  return { sendOutbox, putEntry, readOutbox };
}

test('two tabs without Web Locks publish a waiting post once', async () => {
  await using _ = openDevice();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const backend = modelOf(async () => {
    await answered;
    return { kind: 'taken' };
  });
  let looks = 0;
  const { promise: bothLook, resolve: letLook } = Promise.withResolvers<void>();
  const transport = {
    ...backend,
    async ownPosts() {
      looks += 1;
      if (looks === 2) letLook();
      await bothLook;
      return { posts: [], isWhole: true };
    },
  };
  const first = await openTab();
  const second = await openTab();
  await first.putEntry(entryOf('Once'));
  const runs = [first, second].map(async (tab) => {
    const outcomes = await tab.sendOutbox({ userId, transport, scope: 'all' });
    // The tab that came second is done before the first has its answer.
    answer();
    return outcomes;
  });
  const outcomes = await Promise.all(runs);
  expect(backend.calls).toEqual(['entry of Once']);
  expect(outcomes.map(({ size }) => size).sort()).toEqual([0, 1]);
  expect(await first.readOutbox()).toEqual([]);
});

test('a call without an answer has the time to arrive at a backend without keys', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  const { timeouts } = await import('../../src/data/timeouts.ts');
  const backend = modelOf(async () => ({ kind: 'unanswered', holdFor: 0 }));
  const { sendOutbox, putEntry, readOutbox } = await openTab();
  await putEntry(entryOf('On its way'));
  await sendOutbox({ userId, transport: backend, scope: 'all', now: () => 1_000 });
  expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting', heldUntil: 1_000 + timeouts.arrivalMs } }]);
});

test('Without Web Locks, an entry that another tab is sending gets the time of a whole call', async () => {
  await using _ = openDevice();
  const { timeouts } = await import('../../src/data/timeouts.ts');
  const backend = modelOf();
  const { sendOutbox, putEntry, readOutbox } = await openTab();
  const slow = entryOf('Slow', { state: { name: 'sending' }, isInDoubt: true, idsBefore: [] });
  await putEntry(slow);
  await sendOutbox({ userId, transport: backend, scope: 'all', now: () => 1_000 });
  expect(backend.calls).toEqual([]);
  const longest = timeouts.sendTimeoutMs + slow.work.post.content.length + timeouts.arrivalMs;
  expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting', heldUntil: 1_000 + longest } }]);
});

test('A deleted post whose draft does not fit leaves the outbox, and the next entry is sent', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  using faults = openRecordFaults();
  using errors = catchErrors();
  const backend = modelOf();
  const { sendOutbox, putEntry, readOutbox } = await openTab();
  const work = { kind: 'delete', postId: '7', post: { title: 'Deleted', imgUrl: '', content: '' } } as const;
  await putEntry(entryOf('Deleted', { work }));
  await putEntry(entryOf('Next', { confirmedAt: 2 }));
  faults.hasRoomFor = (_record, key) => !key.startsWith('draft/');
  await sendOutbox({ userId, transport: backend, scope: 'all' });
  expect(backend.calls).toEqual(['entry of Deleted', 'entry of Next']);
  expect(await readOutbox()).toEqual([]);
  expect(errors).toHaveBeenCalledWith(expect.stringContaining('quota exceeded'), expect.anything());
});

test('An entry that fails for a fault of the device does not block the next', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  using faults = openRecordFaults();
  using errors = catchErrors();
  const backend = modelOf();
  const { sendOutbox, putEntry, readOutbox } = await openTab();
  await putEntry(entryOf('Large'));
  await putEntry(entryOf('Next', { confirmedAt: 2 }));
  faults.failureOf = (_record, key) => (key === 'outbox/entry of Large' ? 'UnknownError' : undefined);
  const outcomes = await sendOutbox({ userId, transport: backend, scope: 'all' });
  expect([...outcomes.keys()]).toEqual(['entry of Next']);
  expect(await readOutbox()).toMatchObject([{ id: 'entry of Large', state: { name: 'waiting' } }]);
  expect(errors).toHaveBeenCalled();
});

const doubtful = { isInDoubt: true, idsBefore: [] };
const held = { name: 'waiting', notBefore: 0, heldUntil: Date.now() + 60_000 } as const;

test('No other post is published while it is unknown what became of a lost one', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  const backend = modelOf();
  const { sendOutbox, putEntry, readOutbox } = await openTab();
  await putEntry(entryOf('Lost', { ...doubtful, state: held }));
  await putEntry(entryOf('Next', { confirmedAt: 2 }));
  await sendOutbox({ userId, transport: backend, scope: 'all' });
  expect(backend.calls).toEqual([]);
  await sendOutbox({ userId, transport: backend, scope: 'all', now: () => held.heldUntil });
  expect(backend.stored).toEqual(['Lost', 'Next']);
  expect(await readOutbox()).toEqual([]);
});

test.each([{ name: 'refused', status: 422 } as const, { name: 'needs login' } as const, { name: 'arrived' } as const])(
  'an entry that waits for its author ($name) holds up no other',
  async (state) => {
    await using _ = openDevice();
    using __ = openLocks();
    const backend = modelOf();
    const { sendOutbox, putEntry } = await openTab();
    await putEntry(entryOf('Same', { ...doubtful, state }));
    await putEntry(entryOf('Same', { id: 'other', confirmedAt: 2 }));
    await sendOutbox({ userId, transport: backend, scope: 'all' });
    expect(backend.calls).toEqual(['other']);
  },
);

test.each([{ kind: 'refused', status: 422 } as const, { kind: 'not let in', status: 403 } as const])(
  'a post that was not there when it was looked for, and then was $kind, is in doubt no more',
  async (outcome) => {
    await using _ = openDevice();
    using __ = openLocks();
    const { sendOutbox, putEntry, readOutbox } = await openTab();
    const transport = modelOf(() => outcome, { stores: () => false });
    await putEntry(entryOf('Lost', { ...doubtful }));
    await sendOutbox({ userId, transport, scope: 'all' });
    expect(await readOutbox()).toMatchObject([
      { isInDoubt: false, state: { name: expect.not.stringMatching('sending') } },
    ]);
    expect((await readOutbox())[0]).not.toHaveProperty('idsBefore');
  },
);

test.each([true, false])(
  'a device that hangs does not keep the lock of the outbox (hangs with the answer: %s)',
  async (isAnswered) => {
    await using _ = openDevice();
    using locks = openLocks();
    using faults = openRecordFaults();
    using __ = catchErrors();
    const { sendOutbox, putEntry, readOutbox } = await openTab();
    const { timeouts } = await import('../../src/data/timeouts.ts');
    const hanging: Disposable[] = [];
    let impatience: Disposable | undefined;
    const hang = async () => {
      hanging.push(await faults.hang());
      impatience = replace(timeouts, { deviceTimeoutMs: 20 });
    };
    const transport = modelOf(
      async () => {
        if (isAnswered && hanging.length === 0) await hang();
        return { kind: 'taken' };
      },
      { knowsKeys: true },
    );
    await putEntry(entryOf('Hangs'));
    if (!isAnswered) await hang();
    await expect(sendOutbox({ userId, transport, scope: 'all' })).rejects.toMatchObject({ name: 'TimeoutError' });
    expect([locks.isHeld('outbox'), locks.isHeld('caches')]).toEqual([false, false]);
    impatience?.[Symbol.dispose]();
    hanging[0]?.[Symbol.dispose]();
    await sendOutbox({ userId, transport, scope: 'all' });
    expect(await readOutbox()).toEqual([]);
    expect(transport.stored).toEqual(['Hangs']);
  },
);

test('Caches that hang hold neither their own lock nor that of the outbox', async () => {
  await using _ = openDevice();
  using locks = openLocks();
  using ____ = catchErrors();
  const { sendOutbox, putEntry, readOutbox } = await openTab();
  const { withCacheLock } = await import('../../src/data/cache/with-cache-lock.ts');
  const { timeouts } = await import('../../src/data/timeouts.ts');
  using __ = replace(timeouts, { cacheWriteTimeoutMs: 50 });
  using ___ = vi.spyOn(caches, 'open').mockImplementation(() => new Promise(() => undefined));
  await putEntry(entryOf('Hangs'));
  const hung = withCacheLock(() => caches.open('lists')).catch((error: unknown) => error);
  await sendOutbox({ userId, transport: modelOf(undefined, { knowsKeys: true }), scope: 'all' });
  expect(await hung).toMatchObject({ name: 'TimeoutError' });
  expect(await readOutbox()).toEqual([]);
  await expect.poll(() => locks.isHeld('caches')).toBe(false);
  expect(locks.isHeld('outbox')).toBe(false);
});
