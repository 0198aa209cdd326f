import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WorkQueue } from '../../src/server/process/work-queue.ts';

const never = () => new Promise<never>(() => undefined);

test('the queue starts work in order, and runs at most atOnce pieces at a time', async () => {
  const queue = new WorkQueue({ atOnce: 2, waiting: 10, waitTimeoutMs: 60_000 });
  const order: number[] = [];
  let [now, most] = [0, 0];
  const work = (number: number) => async () => {
    order.push(number);
    most = Math.max(most, ++now);
    await wait(5);
    now--;
    return number;
  };
  expect(await Promise.all([0, 1, 2, 3, 4].map((number) => queue.run(work(number), '')))).toEqual([0, 1, 2, 3, 4]);
  expect([order, most]).toEqual([[0, 1, 2, 3, 4], 2]);
});

test('the queue refuses new work if full, and queued work that waits too long', async () => {
  const queue = new WorkQueue({ atOnce: 1, waiting: 1, waitTimeoutMs: 20 });
  void queue.run(never, '');
  const waiting = queue.run(never, '');
  await expect(queue.run(never, '')).rejects.toMatchObject({ code: 'busy' });
  await expect(waiting).rejects.toMatchObject({ code: 'busy' });
});

test('clients take turns, however much work one client has in the queue', async () => {
  const queue = new WorkQueue({ atOnce: 1, waiting: 10, waitTimeoutMs: 60_000 });
  const order: string[] = [];
  const run = (name: string) => queue.run(async () => void order.push(name), name[0] ?? '');
  await Promise.all(['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'c0'].map(run));
  expect(order).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
});

test('a full queue drops the last work of the busiest client to admit another client', async () => {
  const queue = new WorkQueue({ atOnce: 1, waiting: 4, waitTimeoutMs: 60_000 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const working = queue.run(() => released, '');
  const done = Promise.allSettled(
    ['a0', 'a1', 'a2', 'b0', 'a3', 'b1', 'b2', 'c0', 'd0', 'e0'].map((name) =>
      queue.run(async () => name, name[0] ?? ''),
    ),
  );
  release();
  await working;
  const answers = (await done).map((settled) => (settled.status === 'fulfilled' ? settled.value : settled.reason.code));
  expect(answers).toEqual(['a0', 'busy', 'busy', 'b0', 'busy', 'busy', 'busy', 'c0', 'd0', 'busy']);
});

test('the queue starts the next work after a failure', async () => {
  const queue = new WorkQueue({ atOnce: 1, waiting: 1, waitTimeoutMs: 60_000 });
  const failing = queue.run(() => Promise.reject(new Error('broken')), '');
  const next = queue.run(async () => 'done', '');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await queue.run(async () => 'again', '')).toBe('again');
});

test('the queue lets the event loop handle other events between two pieces of work', async () => {
  const queue = new WorkQueue({ atOnce: 1, waiting: 10, waitTimeoutMs: 60_000 });
  const seen: string[] = [];
  const works = ['a', 'b', 'c'].map((name) => queue.run(async () => void seen.push(name), ''));
  setImmediate(() => {
    seen.push('other');
    setImmediate(() => seen.push('another'));
  });
  await Promise.all(works);
  expect(seen.indexOf('c')).toBeGreaterThan(seen.indexOf('other'));
});

test('a client at its limit of running work waits, while work of other clients runs', async () => {
  const queue = new WorkQueue({ atOnce: 2, atOnceOfNetwork: 1, waiting: 10, waitTimeoutMs: 60_000 });
  const { promise: released, resolve: release } = Promise.withResolvers<string>();
  const first = queue.run(() => released, 'a');
  const second = queue.run(async () => 'second', 'a');
  expect(await queue.run(async () => 'other', 'b')).toBe('other');
  expect(await Promise.race([second, wait(20)])).toBe(undefined);
  release('first');
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
});
