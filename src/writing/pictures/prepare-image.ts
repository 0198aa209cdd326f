import { trustedScript } from '../../device/trusted-script.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import type { ThreadAnswer } from './image-thread.ts';
import imageThread from './image-thread.ts?worker&url';
import type { MadeImage } from './make-image.ts';

/** An image that can be uploaded, or the reason why the file was refused. */
export type PreparedImage = MadeImage | { kind: 'refused'; reason: 'too slow' };

/** The longest time to prepare an image, including the start of the thread, in milliseconds. A decoder may hang. */
const deadlineMs = 60_000;

/**
 * Prepares an image for its upload, in a thread of its own if possible. Ends the thread afterwards, as decoded images
 * take much memory. Never rejects.
 */
export async function prepareImage(file: Blob): Promise<PreparedImage> {
  try {
    const made = await withTimeout(deadlineMs, make(file));
    if (made.kind !== 'failed') return made;
    console.error(`Could not prepare an image (${made.name}): ${made.message}`);
    return { kind: 'refused', reason: 'unreadable' };
  } catch (error) {
    console.error('Could not prepare an image.', error);
    return { kind: 'refused', reason: isTimeout(error) ? 'too slow' : 'unreadable' };
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

async function make(file: Blob): Promise<Exclude<ThreadAnswer, { kind: 'page' }>> {
  const made = await makeInThread(file).catch((error: unknown): ThreadAnswer => {
    if (isTimeout(error)) throw error;
    console.error('The thread for images did not start; using the page instead.', error);
    return { kind: 'page' };
  });
  // Tries again in the page: Firefox asks the user whether a page may read pixels, but never asks for a thread.
  const isForPage = made.kind === 'page' || (made.kind === 'refused' && made.reason === 'falsified');
  if (!isForPage) return made;
  const { makeImageInPage } = await import('./make-image-in-page.ts');
  return makeImageInPage(file);
}

async function makeInThread(file: Blob): Promise<ThreadAnswer> {
  const thread = new Worker(trustedScript(imageThread), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
  thread.onmessage = ({ data }: MessageEvent<ThreadAnswer>) => resolve(data);
  thread.onerror = ({ message }) => reject(new Error(message || 'it cannot be loaded'));
  thread.postMessage(file);
  try {
    return await withTimeout(deadlineMs, promise);
  } finally {
    thread.terminate();
  }
}
