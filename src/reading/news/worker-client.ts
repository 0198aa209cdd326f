import { registerWorker } from '../../device/updates/register-worker.ts';
import { handOverShown } from './hand-over-shown.ts';
import type { ToWorker } from './messages.ts';
import { followAvailability } from './offline-availability.ts';
import { handleNews } from './reading-news.ts';

/**
 * Listens to the worker's messages. Call it before the page's first call: the worker reports a lost network only once.
 */
export const hearWorker = (): void => navigator.serviceWorker?.addEventListener('message', handleNews);

/**
 * Registers the worker. Without support for workers (plain http, private windows of some browsers) the app works
 * without one. Never rejects.
 */
export async function startWorkerClient(): Promise<void> {
  // No worker in development: it would answer with built files.
  if (!('serviceWorker' in navigator) || import.meta.env.MODE === 'development') return;
  const container = navigator.serviceWorker;
  try {
    // This build ships a self-destroying worker: updates a registered worker to it, and registers no new worker.
    if (import.meta.env.VITE_WORKER === 'off') {
      await (await container.getRegistration())?.update();
      return;
    }
    followAvailability();
    const registering = registerWorker();
    handOverShown(registering);
    const registration = await registering;
    const worker = container.controller ?? registration?.active;
    worker?.postMessage({ type: 'opened' } satisfies ToWorker);
  } catch (error) {
    console.error('Could not register the service worker; the app goes on without it.', error);
  }
}
