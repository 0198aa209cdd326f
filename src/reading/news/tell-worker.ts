import { callPaths } from '../../contract/paths.ts';
import { callUrl } from '../../device/calls/host.ts';
import type { ToWorker } from './messages.ts';

/** Sends a message to the worker that controls this page. Returns whether there is one. */
export function tellWorker(message: ToWorker): boolean {
  const { controller } = navigator.serviceWorker ?? {};
  controller?.postMessage(message);
  return Boolean(controller);
}

/** Tells the worker to refresh the list of all posts, and then to fetch as many of the newest as the reader chose. */
export const refreshNewest = (): boolean => tellWorker({ type: 'keep', images: [], calls: [callUrl(callPaths.posts)] });
