import { readCachedPostsOfFollows } from '../reading/follows/cached-posts-of-follows.ts';
import type { WorkerReplies } from '../reading/news/messages.ts';
import { readOfflineIds, readOfflineInventory } from '../reading/store/on-this-device.ts';
import { cachePinnedImage } from '../reading/store/pinned-images.ts';
import { readStoredImages } from '../writing/pictures/stored-images.ts';

const answers: { [What in keyof WorkerReplies]: (address: string) => Promise<WorkerReplies[What]> } = {
  ids: readOfflineIds,
  inventory: readInventory,
  picture: cachePinnedImage,
  followed: readCachedPostsOfFollows,
};

async function readInventory(): Promise<WorkerReplies['inventory']> {
  const images = await readStoredImages();
  const bytes = images.reduce((sum, image) => sum + image.bytes, 0);
  return { ...(await readOfflineInventory()), unpublishedImages: { count: images.length, bytes } };
}

/** Answers a page through the port that it sent. Never rejects: a failure is sent to the page. */
export async function replyToPage(
  { what, address }: { what: keyof WorkerReplies; address: string },
  port: MessagePort | undefined,
): Promise<void> {
  try {
    port?.postMessage({ answer: await answers[what](address) });
  } catch (error) {
    port?.postMessage({ error: String(error) });
  }
}
