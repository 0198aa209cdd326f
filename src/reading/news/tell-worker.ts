import { callPaths } from '../../contract/paths.ts';
import { callUrl } from '../../device/calls/host.ts';
import type { ToWorker } from './messages.ts';

/** Returns whether a worker controls this page and is sent the message. */
export function tellWorker(message: ToWorker): boolean {
  const { controller } = navigator.serviceWorker ?? {};
  controller?.postMessage(message);
  return Boolean(controller);
}

/** Has the worker refresh the list of all posts, and then fetch as many of the newest as the reader has chosen. */
export const refreshNewest = (): boolean => tellWorker({ type: 'keep', images: [], calls: [callUrl(callPaths.posts)] });
