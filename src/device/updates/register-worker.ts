import { Workbox } from 'workbox-window';
import { timeouts } from '../timeouts.ts';
import { trustedScript } from '../trusted-script.ts';
import { resultWithin } from '../with-timeout.ts';
import { availableUpdate, type UpdateResult } from './available-update.ts';
import { findRegistration } from './find-registration.ts';
import { textsOnScreen } from './texts-on-screen.ts';

/**
 * Registers the worker, checks for updates as long as the page is open, and announces them in `availableUpdate`. Only
 * the tab in which the user accepts the update is reloaded.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const workbox = new Workbox(trustedScript('/worker.js'));
  const offer = () => availableUpdate.set({ kind: 'ready', accept: () => accept(workbox, registration) });
  // The first worker on a device also waits for a moment, but is no update.
  workbox.addEventListener('waiting', async () => {
    const workers = await findRegistration();
    if (workers?.active && workers.waiting) offer();
  });
  // The user accepted the update in another tab. This page runs the earlier build until it is reloaded.
  workbox.addEventListener('controlling', ({ isUpdate }) => isUpdate && offer());
  const registration = await workbox.register();
  const look = async () => {
    try {
      await workbox.update();
    } catch (error) {
      // Expected without a network.
      console.info('Could not check for an update.', error);
    }
  };
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void look());
  setInterval(look, timeouts.updateCheckIntervalMs);
  return registration;
}

async function accept(workbox: Workbox, registration: ServiceWorkerRegistration | undefined): Promise<UpdateResult> {
  if (textsOnScreen().length > 0) return 'text here';
  if (registration?.waiting) {
    const isServing = new Promise<true>((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true }),
    );
    workbox.messageSkipWaiting();
    // The earlier worker first finishes its requests, which can take minutes if a server hangs.
    if (!(await resultWithin(timeouts.takeOverTimeoutMs, isServing))) return 'not yet';
    // The user may have begun to type during the wait.
    if (textsOnScreen().length > 0) return 'text here';
  }
  location.reload();
  return 'opening';
}
