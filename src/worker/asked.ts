import type { Answers } from '../data/ask-worker.ts';
import { idsHere, takeInventory } from '../data/copies/inventory.ts';

const looks: { [What in keyof Answers]: () => Promise<Answers[What]> } = { ids: idsHere, inventory: takeInventory };

/** Answers a page through the port it sent along. Never rejects: the page is told of the failure. */
export async function answerPage(what: keyof Answers, port: MessagePort | undefined): Promise<void> {
  try {
    port?.postMessage({ answer: await looks[what]() });
  } catch (error) {
    port?.postMessage({ error: String(error) });
  }
}
