import { oneToTwenty } from './environment.ts';

declare const self: ServiceWorkerGlobalScope;

/** Messages of a case to its worker. The worker replies through the message's port. */
export type ToContractWorker =
  | { ask: 'note'; what: number }
  | { ask: 'count to twenty' | 'tell the pages' | 'what was noted' | 'count the pages' | 'which calls' | 'which syncs' }
  | { ask: 'claim' | 'skip waiting' | 'extend' };

const noted: number[] = [];
const calls: string[] = [];
const syncs: string[] = [];

const after = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

// The installation lasts long enough for a page to see it.
self.addEventListener('install', (event) => event.waitUntil(after(200)));

self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  // Does not record navigation requests, because the world's worker gets none.
  if (event.request.mode !== 'navigate') calls.push(pathname);
  if (pathname === '/made') event.respondWith(new Response('made by the worker', { headers: { 'X-Own': 'worker' } }));
  else if (pathname === '/client') event.respondWith(new Response(event.clientId));
  else if (pathname === '/error') event.respondWith(Response.error());
  else if (pathname === '/rejected') event.respondWith(Promise.reject(new RangeError('no')));
  else if (pathname === '/never') event.respondWith(new Promise<Response>(() => undefined));
  else if (pathname === '/passed') event.respondWith(fetch(new Request('/text', { cache: 'no-cache' })));
  else if (pathname !== '/vary') event.respondWith(fetch(event.request));
});

self.addEventListener('message', (event) => {
  const [port] = event.ports;
  const asked = event.data as ToContractWorker;
  switch (asked.ask) {
    case 'count to twenty':
      for (const number of oneToTwenty) port?.postMessage(number);
      return;
    case 'tell the pages':
      return event.waitUntil(
        self.clients.matchAll({ type: 'window' }).then((pages) => {
          for (const page of pages) for (const number of oneToTwenty) page.postMessage(number);
        }),
      );
    case 'note':
      noted.push(asked.what);
      return;
    case 'what was noted':
      return port?.postMessage(noted);
    case 'claim':
      return event.waitUntil(self.clients.claim());
    case 'skip waiting':
      return event.waitUntil(self.skipWaiting());
    case 'count the pages':
      return event.waitUntil(
        Promise.all([self.clients.matchAll(), self.clients.matchAll({ includeUncontrolled: true })]).then((both) =>
          port?.postMessage(both.map(({ length }) => length)),
        ),
      );
    case 'extend': {
      const tried: string[] = [];
      const extend = () => {
        try {
          event.waitUntil(Promise.resolve());
          tried.push('taken');
        } catch (error) {
          tried.push((error as Error).name);
        }
      };
      event.waitUntil(after(50).then(extend));
      void after(300).then(extend);
      void after(400).then(() => port?.postMessage(tried));
      return;
    }
    case 'which calls':
      return port?.postMessage(calls);
    case 'which syncs':
      return port?.postMessage(syncs);
  }
});

self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as ExtendableEvent & { tag: string };
  syncs.push(tag);
  waitUntil.call(event, after(300));
});
