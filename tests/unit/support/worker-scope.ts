/// <reference lib="webworker" />
import type { FromWorker } from '../../../src/reading/news/messages.ts';
import { type MemoryCaches, openCaches } from './cache-storage.ts';
import { stubGlobal } from './global.ts';
import { openRecords } from './records.ts';

/** An ExtendableEvent that records its promises. As in browsers, `waitUntil` throws once the event is over. */
class Extendable {
  readonly waitedFor: Promise<unknown>[] = [];
  #pending = 0;
  #dispatching = true;

  waitUntil(work: Promise<unknown>): void {
    if (!this.#dispatching && this.#pending === 0) {
      throw new DOMException('The event is over', 'InvalidStateError');
    }
    this.#pending += 1;
    const end = () => queueMicrotask(() => (this.#pending -= 1));
    work.then(end, end);
    this.waitedFor.push(work);
  }

  dispatched(): void {
    this.#dispatching = false;
  }
}

/** The outcome of an event that the worker handled. */
export interface Handled {
  /** The response for the page; `undefined` if the worker left the request to the browser. */
  response: Promise<Response> | undefined;
  /** Resolves once all promises passed to `waitUntil` have resolved; rejects if one of them rejects. */
  settled(): Promise<void>;
}

type Handler = (event: FetchEvent) => Promise<Response> | undefined;

export interface WorkerScope extends AsyncDisposable {
  readonly caches: MemoryCaches;
  /** The messages that the open page has received. */
  readonly told: FromWorker[];
  changes(): string[];
  /** Calls a handler with a `fetch` event for this request. Disposing of the scope waits for the event. */
  handle(request: Request, handler: Handler): Handled;
  /** Dispatches a `fetch` event to the listeners on `self`. */
  dispatch(request: Request): Handled;
  /** Dispatches a page's message to the listeners on `self`. */
  post(message: unknown): Handled;
}

/** Installs a worker's globals and one open page. `files` is the precache list. Import its modules after this call. */
export function openWorkerScope(origin: string, files: { url: string; revision: string }[] = []): WorkerScope {
  const told: FromWorker[] = [];
  const events: Extendable[] = [];
  const caches = openCaches(origin);
  const records = openRecords();
  const listeners = new EventTarget();
  const page = { postMessage: (message: FromWorker) => void told.push(structuredClone(message)) };
  const self = Object.assign(listeners, {
    location: new URL(origin),
    clients: { matchAll: async () => [page], claim: async () => undefined },
    registration: { scope: `${origin}/` },
    __WB_MANIFEST: files,
  });
  const globals = [
    stubGlobal('self', self),
    stubGlobal('location', self.location),
    stubGlobal('registration', self.registration),
  ];

  async function settled(event: Extendable) {
    for (let known = -1; known < event.waitedFor.length; ) {
      known = event.waitedFor.length;
      await Promise.all(event.waitedFor);
    }
  }

  function begin<T>(run: (event: Extendable) => T): { event: Extendable; result: T } {
    const event = new Extendable();
    events.push(event);
    const result = run(event);
    event.dispatched();
    return { event, result };
  }

  function handle(request: Request, handler: Handler): Handled {
    const { event, result } = begin((extendable) => {
      const response = handler(Object.assign(extendable, { request }) as unknown as FetchEvent);
      if (response) extendable.waitUntil(response);
      return response;
    });
    return { response: result, settled: () => settled(event) };
  }

  return {
    caches,
    told,
    changes: () => told.flatMap((message) => (message.type === 'changed' ? [message.url] : [])),
    handle,
    dispatch: (request) =>
      handle(request, (event) => {
        let response: Promise<Response> | undefined;
        const members = {
          request,
          waitUntil: (work: Promise<unknown>) => event.waitUntil(work),
          respondWith: (given: Promise<Response>) => {
            response = given;
          },
        };
        listeners.dispatchEvent(Object.assign(new Event('fetch'), members));
        return response;
      }),
    post(message) {
      const { event } = begin((extendable) => {
        const members = { data: message, waitUntil: (work: Promise<unknown>) => extendable.waitUntil(work) };
        listeners.dispatchEvent(Object.assign(new Event('message'), members));
      });
      return { response: undefined, settled: () => settled(event) };
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(events.map(settled));
      await records[Symbol.asyncDispose]();
      caches[Symbol.dispose]();
      for (const global of globals.reverse()) global[Symbol.dispose]();
    },
  };
}
