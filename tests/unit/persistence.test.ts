import { expect, test, vi } from 'vitest';
import { catchErrors } from './support/console.ts';

/** Installs a storage manager with this `persist`. Without an argument, installs none, as over plain http. */
async function openStorage(persist?: () => Promise<boolean>) {
  vi.resetModules();
  const asked = vi.fn(persist);
  const manager = persist && { persisted: async () => false, persist: asked };
  Object.defineProperty(navigator, 'storage', { value: manager, configurable: true });
  const module = await import('../../src/device/storage/persistence.ts');
  return { ...module, asked, [Symbol.dispose]: () => void Reflect.deleteProperty(navigator, 'storage') };
}

test.each([
  [true, 'promised'],
  [false, 'not promised'],
])('requests persistent storage once, and remembers the answer (%s)', async (answer, state) => {
  using storage = await openStorage(async () => answer);
  await Promise.all([storage.askForPersistence(), storage.askForPersistence()]);
  await storage.askForPersistence();
  expect(storage.asked).toHaveBeenCalledOnce();
  expect(storage.persistence.get()).toBe(state);
});

test('reports no error in a browser that cannot persist storage', async () => {
  using storage = await openStorage();
  using errors = catchErrors();
  await storage.askForPersistence();
  expect(storage.persistence.get()).toBe('unasked');
  expect(errors).not.toHaveBeenCalled();
});

test('requests persistent storage again after the first request failed', async () => {
  using storage = await openStorage(() => Promise.reject(new Error('not now')));
  using errors = catchErrors();
  await storage.askForPersistence();
  expect([storage.persistence.get(), errors.mock.calls.length]).toEqual(['unasked', 1]);
  await storage.askForPersistence();
  expect(storage.asked).toHaveBeenCalledTimes(2);
});
