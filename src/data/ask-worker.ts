import type { IdsHere, Inventory } from './copies/inventory.ts';
import type { ToWorker } from './messages.ts';

/**
 * What a page can ask of the worker, and what it is told. It looks through 10,000 posts without holding up a page, and
 * may fetch pictures from anywhere, as a page may not.
 */
export interface Answers {
  ids: IdsHere;
  inventory: Inventory;
  /** To keep the picture of this address: whether it could. */
  picture: boolean;
}

/** @throws where no worker serves this page: then nothing can be read without a network either. */
export function askWorker<What extends keyof Answers>(what: What, address = ''): Promise<Answers[What]> {
  const { controller } = navigator.serviceWorker ?? {};
  if (!controller) return Promise.reject(new Error('No worker serves this page'));
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve, reject } = Promise.withResolvers<Answers[What]>();
  port1.onmessage = ({ data }: MessageEvent<{ answer?: Answers[What]; error?: string }>) => {
    port1.close();
    if (data.answer === undefined) reject(new Error(data.error));
    else resolve(data.answer);
  };
  controller.postMessage({ type: 'ask', what, address } satisfies ToWorker, [port2]);
  return promise;
}
