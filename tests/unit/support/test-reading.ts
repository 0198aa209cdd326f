import { test as base } from 'vitest';
import { type Backend, openForeignBackend } from './backend.ts';
import { loadReading, openScope } from './reading.ts';
import type { WorkerScope } from './worker-scope.ts';

type Reading = Awaited<ReturnType<typeof loadReading>>;

/** The fixtures of `test`. Vitest creates only the fixtures that a test names as parameters. */
interface Given extends Reading {
  scope: WorkerScope;
  /** A foreign backend, which drops every call until a test sets `reply`. */
  backend: Backend;
  /** The functions of `loadReading` for this backend. Each of them is a fixture, too. */
  reading: Reading;
}

export const test = base.extend<Given>({
  scope: async ({ task: _ }, use) => {
    await using scope = openScope();
    await use(scope);
  },
  // Depends on `scope`, so Vitest closes the backend first. That ends hanging calls, for which the scope would wait.
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
