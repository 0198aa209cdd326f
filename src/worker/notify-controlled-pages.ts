import type { FromWorker } from '../reading/news/messages.ts';

declare const self: ServiceWorkerGlobalScope;

export async function notifyControlledPages(message: FromWorker): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message);
}
