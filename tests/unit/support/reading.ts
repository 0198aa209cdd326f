import { cacheNames } from '../../../src/data/storage/storage-names.ts';
import type { Backend } from './backend.ts';
import { type Handled, openWorkerScope, type WorkerScope } from './worker-scope.ts';

export const openScope = () => openWorkerScope('https://app.example');

/** The reader has chosen that no posts are fetched before they are shown. */
export const fetchNothingAhead = async (): Promise<void> =>
  (await caches.open(cacheNames.preferences)).put(`${location.origin}/newest`, Response.json({ count: 0 }));

/** The worker's reading of a backend that is open already. */
export async function loadReading(scope: WorkerScope, backend: Backend) {
  const { respondWithReading } = await import('../../../src/worker/reading.ts');
  const { readingOf } = await import('../../../src/worker/classify-request.ts');
  const { putCachedAndEvict } = await import('../../../src/data/cache/response-cache.ts');
  const { timeouts } = await import('../../../src/data/timeouts.ts');
  const { maxEntries } = await import('../../../src/data/storage/max-entries.ts');

  function ask(path: string, init?: RequestInit): Handled & { body: Promise<string> } {
    const request = new Request(backend.origin + path, init);
    const reading = readingOf(request);
    if (!reading) throw new Error(`${path} is no reading`);
    const handled = scope.handle(request, (event) => respondWithReading(event, reading));
    return {
      ...handled,
      body: Promise.resolve(handled.response).then(async (response) => (await response?.clone().text()) ?? ''),
    };
  }

  return {
    ask,
    timeouts,
    maxEntries,
    /** What the page gets, when all that the request set going is over. */
    async read(path: string, init?: RequestInit): Promise<string> {
      const { body, settled } = ask(path, init);
      const text = await body;
      await settled();
      return text;
    },
    /** Caches a response, as the answer of the call with this number. */
    keep: (name: 'lists' | 'own' | 'posts', path: string, body: unknown, callNumber = 0, isStale = false) =>
      putCachedAndEvict(name, {
        url: backend.origin + path,
        body: JSON.stringify(body),
        link: null,
        callNumber,
        isStale,
      }),
  };
}
