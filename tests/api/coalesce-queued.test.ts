import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { coalesceQueued } from '../../src/server/process/coalesce-queued.ts';
import { WorkQueue } from '../../src/server/process/work-queue.ts';

const bounds = { atOnce: 1, waiting: 10, waitTimeoutMs: 60_000 };

/** Returns `ask`, which requests a run for a key, and `made`, the keys of all runs so far, in order. */
function openRuns(waiting = bounds.waiting) {
  const queue = new WorkQueue({ ...bounds, waiting });
  const once = coalesceQueued<string>();
  const made: string[] = [];
  const make = async (key: string) => {
    made.push(key);
    await wait(5);
    return `${key} made`;
  };
  const ask = (key: string, network = 'a') => once(key, { queue, network, make: () => make(key) });
  return { made, ask };
}

test('concurrent calls with the same key share one run; other keys get their own runs', async () => {
  const { made, ask } = openRuns();
  const asked = [ask('a'), ask('b'), ask('a'), ask('a', 'other network')];
  await wait(2);
  asked.push(ask('a', 'late network'));
  expect(await Promise.all(asked)).toEqual(['a made', 'b made', 'a made', 'a made', 'a made']);
  expect(made).toEqual(['a', 'b']);
});

test('each call after a failed or successful run starts a new run', async () => {
  let tries = 0;
  const once = coalesceQueued<number>();
  const queue = new WorkQueue(bounds);
  const ask = () =>
    once('a', {
      queue,
      network: '',
      make: async () => {
        tries++;
        if (tries === 1) throw new Error('no answer');
        return tries;
      },
    });
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('no answer');
  expect([await ask(), await ask()]).toEqual([2, 3]);
});

test("a second network's request lets a queued run overtake the first network's runs", async () => {
  const { made, ask } = openRuns();
  const keys = ['1', '2', '3', '4', '5'];
  const flood = keys.map((key) => ask(key, 'flooding'));
  expect(await ask('5', 'honest')).toBe('5 made');
  expect(made).toEqual(['1', '2', '5']);
  expect(await Promise.all(flood)).toEqual(keys.map((key) => `${key} made`));
  expect(made).toEqual(['1', '2', '5', '3', '4']);
});

test('a full queue refuses a run for the busiest network, but accepts it for another', async () => {
  const { ask } = openRuns(2);
  const flood = ['1', '2', '3', '4'].map((key) => ask(key, 'flooding'));
  const settled = await Promise.allSettled([...flood, ask('3', 'honest')]);
  const answers = settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code));
  expect(answers).toEqual(['1 made', '2 made', 'busy', 'busy', '3 made']);
  expect(await ask('4', 'flooding')).toBe('4 made');
});
