import { cacheNames } from '../../../src/device/storage/storage-names.ts';
import type { Backend } from './backend.ts';
import { loadStored, storeBackendAnswer } from './stored-reading.ts';
import { type Handled, openWorkerScope, type WorkerScope } from './worker-scope.ts';

export const openScope = () => openWorkerScope('https://app.example');

/** Stores the reader's preference to prefetch no posts. */
export const fetchNothingAhead = async (): Promise<void> =>
  (await caches.open(cacheNames.preferences)).put(`${location.origin}/newest`, Response.json({ count: 0 }));

/** Imports the worker's modules that answer requests for lists and posts. Open the backend first. */
export async function loadReading(scope: WorkerScope, backend: Backend) {
  const { answerReading } = await import('../../../src/reading/answers/answer-reading.ts');
  const { readingCallOf } = await import('../../../src/reading/store/reading-call.ts');
  const { workerHost } = await import('../../../src/worker/worker-host.ts');
  const { timeouts } = await import('../../../src/device/timeouts.ts');
  const { maxEntries } = await import('../../../src/device/storage/max-entries.ts');

  function ask(path: string, init?: RequestInit, clientId = 'page'): Handled & { body: Promise<string> } {
    const request = new Request(backend.origin + path, init);
    const reading = readingCallOf(request);
    if (!reading) throw new Error(`${path} is no reading`);
    const handled = scope.handle(request, (event) =>
      answerReading({ request, reading, host: workerHost(Object.assign(event, { clientId })) }),
    );
    return {
      ...handled,
      body: Promise.resolve(handled.response).then(async (response) => (await response?.clone().text()) ?? ''),
    };
  }

  return {
    ask,
    timeouts,
    maxEntries,
    stored: await loadStored(),
    /** Resolves to the response's body once all promises of its fetch event have settled. */
    async read(...asked: Parameters<typeof ask>): Promise<string> {
      const { body, settled } = ask(...asked);
      const text = await body;
      await settled();
      return text;
    },
    keep: storeBackendAnswer,
  };
}
