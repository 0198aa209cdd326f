import type { Backend } from './backend.ts';
import { type Handled, openWorkerScope, type WorkerScope } from './worker-scope.ts';

export const openScope = () => openWorkerScope('https://app.example');

/** The worker's reading of a backend that is open already. */
export async function loadReading(scope: WorkerScope, backend: Backend) {
  const { answerReading } = await import('../../../src/worker/reading.ts');
  const { readingOf } = await import('../../../src/worker/requests.ts');
  const { keepCopy } = await import('../../../src/data/copies/cache.ts');
  const { spans, bounds } = await import('../../../src/data/storage.ts');

  function ask(path: string, init?: RequestInit): Handled & { body: Promise<string> } {
    const request = new Request(backend.origin + path, init);
    const reading = readingOf(request);
    if (!reading) throw new Error(`${path} is no reading`);
    const handled = scope.handle(request, (event) => answerReading(event, reading));
    return {
      ...handled,
      body: Promise.resolve(handled.response).then(async (response) => (await response?.clone().text()) ?? ''),
    };
  }

  return {
    ask,
    spans,
    bounds,
    /** What the page gets, when all that the request set going is over. */
    async read(path: string, init?: RequestInit): Promise<string> {
      const { body, settled } = ask(path, init);
      const text = await body;
      await settled();
      return text;
    },
    /** Puts a copy on the device, as if kept so many milliseconds after another. */
    keep: (name: 'lists' | 'own' | 'posts', path: string, body: unknown, keptAt = 0, outdated = false) =>
      keepCopy(name, { url: backend.origin + path, body: JSON.stringify(body), link: null, keptAt, outdated }),
  };
}
