import type { ToWorker, WorkerReplies } from './messages.ts';

/** @throws Error if no worker controls this page, or the worker failed. */
export function askWorker<What extends keyof WorkerReplies>(what: What, address = ''): Promise<WorkerReplies[What]> {
  const { controller } = navigator.serviceWorker ?? {};
  if (!controller) return Promise.reject(new Error('No worker controls this page'));
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve, reject } = Promise.withResolvers<WorkerReplies[What]>();
  port1.onmessage = ({ data }: MessageEvent<{ answer?: WorkerReplies[What]; error?: string }>) => {
    port1.close();
    if (data.answer === undefined) reject(new Error(data.error));
    else resolve(data.answer);
  };
  controller.postMessage({ type: 'ask', what, address } satisfies ToWorker, [port2]);
  return promise;
}
