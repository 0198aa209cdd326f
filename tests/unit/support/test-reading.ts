import { test as base } from 'vitest';
import { type Backend, openForeignBackend } from './backend.ts';
import { loadReading, openScope } from './reading.ts';
import type { WorkerScope } from './worker-scope.ts';

type Reading = Awaited<ReturnType<typeof loadReading>>;

/** What a test may ask for by name; nothing else is opened. */
interface Given extends Reading {
  scope: WorkerScope;
  /** Somebody else's, which answers nothing until a test says what. */
  backend: Backend;
  /** The worker's reading of it, whose parts can be asked for as well. */
  reading: Reading;
}

export const test = base.extend<Given>({
  scope: async ({ task: _ }, use) => {
    await using scope = openScope();
    await use(scope);
  },
  // After the scope, which is left only once all that it waits for is over: the backend ends what hangs.
  backend: async ({ scope: _ }, use) => {
    await using backend = await openForeignBackend(() => 'drop');
    await use(backend);
  },
  reading: async ({ scope, backend }, use) => use(await loadReading(scope, backend)),
  ask: ({ reading }, use) => use(reading.ask),
  read: ({ reading }, use) => use(reading.read),
  keep: ({ reading }, use) => use(reading.keep),
  stored: ({ reading }, use) => use(reading.stored),
  timeouts: ({ reading }, use) => use(reading.timeouts),
  maxEntries: ({ reading }, use) => use(reading.maxEntries),
});
