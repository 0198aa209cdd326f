import type { FromWorker } from '../data/worker-client/messages.ts';

declare const self: ServiceWorkerGlobalScope;

export async function notifyControlledPages(message: FromWorker): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message);
}
