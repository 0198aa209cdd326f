import { expect, test } from 'vitest';
import { besides, type Figure, holds, medianOf, percentile } from '../bench/figures.ts';
import { handlersIn } from '../bench/handlers.ts';

const figure = (more: Partial<Figure>): Figure => ({
  bench: 'server',
  what: 'GET /home',
  unit: 'ms',
  measured: 60,
  repeats: 1,
  ...more,
});

test('a ratio is held against its bar, and what has no floor is held against it as measured', () => {
  const floor = 50;
  expect(holds(figure({ floor, bar: { atMost: 1.2 } }))).toBe(true);
  expect(holds(figure({ floor, bar: { atMost: 1.19 } }))).toBe(false);
  expect(holds(figure({ floor, bar: { atLeast: 1.2 } }))).toBe(true);
  expect(holds(figure({ floor, bar: { atLeast: 1.21 } }))).toBe(false);
  expect(holds(figure({ bar: { atMost: 60 } }))).toBe(true);
  expect(holds(figure({ bar: { atMost: 59 } }))).toBe(false);
  expect(holds(figure({}))).toBe(true);
});

test('nothing measured holds no bar', () => {
  expect(holds(figure({ ...medianOf([]), bar: { atMost: 50 } }))).toBe(false);
  expect(holds(figure({ ...besides([], []), bar: { atLeast: 0.5 } }))).toBe(false);
});

test('the median of the pairs counts: a machine that is busy during one pair moves neither', () => {
  expect(besides([10, 100, 12], [10, 100, 10])).toMatchObject({ measured: 12, floor: 10, ratio: 1, spread: [10, 100] });
});

test('handlers of the page are told from those of its worker, and from other work', () => {
  const event = (name: string, tid: number, dur: number, type: string) => ({
    name,
    pid: 1,
    tid,
    dur,
    args: { data: { type } },
  });
  const thread = (tid: number, name: string) => ({ name: 'thread_name', pid: 1, tid, args: { name } });
  const handlers = handlersIn([
    event('EventDispatch', 7, 31_500, 'click'),
    event('EventDispatch', 8, 90_000, 'fetch'),
    event('Layout', 7, 80_000, 'none'),
    thread(7, 'CrRendererMain'),
    thread(8, 'ServiceWorker thread'),
  ]);
  expect(handlers).toEqual([{ type: 'click', duration: 31.5 }]);
});

test('A percentile is the smallest value that so many do not exceed', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect([0, 0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([1, 100, 198, 200]);
  expect(percentile([], 0.99)).toBeNaN();
});
