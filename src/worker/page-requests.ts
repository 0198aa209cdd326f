import type { FromWorker, WorkerReplies } from '../reading/news/messages.ts';
import { readOfflineIds, readOfflineInventory } from '../reading/store/on-this-device.ts';
import { readStoredImages } from '../writing/pictures/stored-images.ts';

declare const self: ServiceWorkerGlobalScope;

const answers: { [What in keyof WorkerReplies]: () => Promise<WorkerReplies[What]> } = {
  ids: readOfflineIds,
  inventory: readInventory,
};

async function readInventory(): Promise<WorkerReplies['inventory']> {
  const images = await readStoredImages();
  const bytes = images.reduce((sum, image) => sum + image.bytes, 0);
  return { ...(await readOfflineInventory()), unpublishedImages: { count: images.length, bytes } };
}

/** Answers a page through the port that it sent. Never rejects: a failure is sent to the page. */
export async function replyToPage(what: keyof WorkerReplies, port: MessagePort | undefined): Promise<void> {
  try {
    port?.postMessage({ answer: await answers[what]() });
  } catch (error) {
    port?.postMessage({ error: String(error) });
  }
}

export async function notifyControlledPages(message: FromWorker): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message);
}
