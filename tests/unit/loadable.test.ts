import { expect, test, vi } from 'vitest';
import { loadable } from '../../src/app/loadable.ts';

test('a module that is there is used at once, and one that could not be loaded is loaded again', async () => {
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
