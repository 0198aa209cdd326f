import { Workbox } from 'workbox-window';
import { spans } from './storage.ts';
import { textsOnScreen } from './texts.ts';
import { type Accepted, update } from './update.ts';

/**
 * Registers the worker, looks for newer ones as long as the page is open, and offers them. Nothing reloads but the tab
 * in which somebody accepts.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const workbox = new Workbox(workerAddress());
  const offer = () => update.set({ state: 'ready', accept: () => accept(workbox, registration) });
  workbox.addEventListener('waiting', offer);
  // Accepted in another tab: this page is of the earlier build from now on, and works on.
  workbox.addEventListener('controlling', ({ isUpdate }) => isUpdate && offer());
  const registration = await workbox.register();
  const look = async () => {
    try {
      await workbox.update();
    } catch (error) {
      // As it is without a network; the next look is not far.
      console.info('It could not be seen whether there is a new version.', error);
    }
  };
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void look());
  setInterval(look, spans.updateCheck);
  return registration;
}

/** Where Trusted Types are enforced, as the own backend has it, nothing but this becomes a script's address. */
function workerAddress(): string {
  const path = '/worker.js';
  const policy = Reflect.get(globalThis, 'trustedTypes')?.createPolicy('worker', { createScriptURL: () => path });
  return policy?.createScriptURL('') ?? path;
}

async function accept(workbox: Workbox, registration: ServiceWorkerRegistration | undefined): Promise<Accepted> {
  if (textsOnScreen().length > 0) return 'text here';
  if (registration?.waiting) {
    const isServing = new Promise<true>((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true }),
    );
    workbox.messageSkipWaiting();
    if (!(await Promise.race([isServing, tooLong()]))) return 'not yet';
    // Somebody may have begun to write meanwhile.
    if (textsOnScreen().length > 0) return 'text here';
  }
  location.reload();
  return 'opening';
}

/** The earlier worker first brings its calls to their end, and a server that hangs lets it do so for minutes. */
const tooLong = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), spans.takeOver));
