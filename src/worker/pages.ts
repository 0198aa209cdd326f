import type { FromWorker } from '../data/messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Tells every open page. */
export async function tellPages(message: FromWorker): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message);
}
