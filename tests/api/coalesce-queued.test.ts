import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { coalesceQueued } from '../../src/server/process/coalesce-queued.ts';
import { WorkQueue } from '../../src/server/process/work-queue.ts';

const openQueue = (waiting = 10) => new WorkQueue({ atOnce: 1, waiting, waitTimeoutMs: 60_000 });

test('concurrent calls with one key share a run; each other key has a run of its own', async () => {
  const made: string[] = [];
  const once = coalesceQueued<string>();
  const queue = openQueue();
  const ask = (key: string, network = 'a') =>
    once(key, {
      queue,
      network,
      make: async () => {
        made.push(key);
        await wait(5);
        return `${key} made`;
      },
    });
  const asked = [ask('a'), ask('b'), ask('a'), ask('a', 'other network')];
  await wait(2);
  asked.push(ask('a', 'late network'));
  expect(await Promise.all(asked)).toEqual(['a made', 'b made', 'a made', 'a made', 'a made']);
  expect(made).toEqual(['a', 'b']);
});

test('a failed run is repeated by the next call, and results are not cached', async () => {
  let tries = 0;
  const once = coalesceQueued<number>();
  const queue = openQueue();
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

test('a shared run does not wait behind earlier runs of the network that asked first', async () => {
  const once = coalesceQueued<string>();
  const queue = openQueue();
  const order: string[] = [];
  const ask = (key: string, network: string) =>
    once(key, {
      queue,
      network,
      make: async () => {
        order.push(key);
        return key;
      },
    });
  const flood = ['1', '2', '3', '4', '5'].map((key) => ask(key, 'flooding'));
  expect(await ask('5', 'honest')).toBe('5');
  expect(order).toEqual(['1', '2', '5']);
  expect(await Promise.all(flood)).toEqual(['1', '2', '3', '4', '5']);
  expect(order).toEqual(['1', '2', '5', '3', '4']);
});

test('a call refused for the full queue of one network still succeeds for another', async () => {
  const once = coalesceQueued<string>();
  const queue = openQueue(2);
  const ask = (key: string, network: string) => once(key, { queue, network, make: async () => key });
  const flood = ['1', '2', '3', '4'].map((key) => ask(key, 'flooding'));
  const shared = ask('3', 'honest');
  const settled = await Promise.allSettled([...flood, shared]);
  const answers = settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code));
  expect(answers).toEqual(['1', '2', 'busy', 'busy', '3']);
  expect(await ask('4', 'flooding')).toBe('4');
});
