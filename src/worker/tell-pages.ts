import { orLog } from '../device/or-log.ts';
import type { FromWorker } from '../reading/news/messages.ts';
import { readOfflineIds } from '../reading/store/on-this-device.ts';

declare const self: ServiceWorkerGlobalScope;

export async function notifyControlledPages(message: FromWorker): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message);
}

/** Tells the pages which posts can be read offline. Never rejects. */
export async function tellWhichPosts(): Promise<void> {
  const ids = await orLog('Could not read which posts can be read offline.', readOfflineIds());
  await notifyControlledPages({ type: 'posts', ids });
}
