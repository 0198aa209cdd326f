import { expect, test } from 'vitest';
import { withLock } from '../../src/device/storage/with-lock.ts';
import { openLocks } from './support/locks.ts';

/** Creates jobs that record when they begin and end. A job ends when the test calls `end` or `fail`. */
function openJobs() {
  const steps: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  return {
    steps,
    work: (name: string) => async () => {
      steps.push(`${name} begins`);
      const end = Promise.withResolvers<void>();
      ends.set(name, end);
      await end.promise;
      steps.push(`${name} ends`);
      return name;
    },
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error('no storage')),
  };
}

const soon = () => new Promise((resolve) => setTimeout(resolve));

test.each(['with Web Locks', 'without Web Locks'])(
  '%s, jobs under one lock run one after the other',
  async (browser) => {
    using _ = browser === 'with Web Locks' ? openLocks() : undefined;
    const { steps, work, end, fail } = openJobs();
    const first = withLock('caches', work('first'));
    const second = withLock('caches', work('second'));
    const other = withLock('outbox', work('other'));
    await soon();
    expect(steps).toEqual(['first begins', 'other begins']);
    const failed = expect(first).rejects.toThrow('no storage');
    fail('first');
    await failed;
    await soon();
    expect(steps).toEqual(['first begins', 'other begins', 'second begins']);
    for (const name of ['second', 'other']) end(name);
    expect(await Promise.all([second, other])).toEqual(['second', 'other']);
  },
);
