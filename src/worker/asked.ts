import type { Answers } from '../data/ask-worker.ts';
import { idsHere, takeInventory } from '../data/copies/inventory.ts';
import { keepPicture } from '../data/copies/kept.ts';

const answers: { [What in keyof Answers]: (address: string) => Promise<Answers[What]> } = {
  ids: idsHere,
  inventory: takeInventory,
  picture: keepPicture,
};

/** Answers a page through the port it sent along. Never rejects: the page is told of the failure. */
export async function answerPage(
  { what, address }: { what: keyof Answers; address: string },
  port: MessagePort | undefined,
): Promise<void> {
  try {
    port?.postMessage({ answer: await answers[what](address) });
  } catch (error) {
    port?.postMessage({ error: String(error) });
  }
}
