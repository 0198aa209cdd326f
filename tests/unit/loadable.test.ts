import { expect, test, vi } from 'vitest';
import { loadable } from '../../src/device/loadable.ts';

test('loadable calls back at once with a loaded module, and retries a failed load', async () => {
  const load = vi.fn(async () => 'module').mockRejectedValueOnce(new Error('away'));
  const { use } = loadable(load);
  const failed = await new Promise((resolve) => use(() => resolve('used'), resolve));
  expect(failed).toEqual(new Error('away'));
  expect(await new Promise((resolve, reject) => use(resolve, reject))).toBe('module');
  const used: string[] = [];
  use((module) => used.push(module), console.error);
  expect(used).toEqual(['module']);
  expect(load).toHaveBeenCalledTimes(2);
});

test('callers receive the loaded module in the order of their calls', async () => {
  // Each call returns its own promise, as `import` does.
  const imports: ((module: string) => void)[] = [];
  const { use } = loadable(() => new Promise<string>((resolve) => imports.push(resolve)));
  const used: string[] = [];
  const request = (user: string) => use(() => used.push(user), console.error);
  request('first');
  request('second');
  imports[0]?.('module');
  await new Promise((resolve) => setTimeout(resolve));
  request('third');
  imports[1]?.('module');
  await new Promise((resolve) => setTimeout(resolve));
  expect(used).toEqual(['first', 'second', 'third']);
});
