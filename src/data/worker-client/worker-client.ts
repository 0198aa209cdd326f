import type { SiteSettings } from '../../contract/site.ts';
import { connection } from '../api/connection.ts';
import { createObservable } from '../observable.ts';
import { buildId } from './build-id.ts';
import { startHandOverToWorker } from './hand-over-to-worker.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { followAvailability, refreshAvailabilitySoon } from './offline-availability.ts';
import { addShown, type ShownAnswers } from './shown-answers.ts';

type Listener = (url: string, isCached: boolean) => void;

const copyListeners = new Set<Listener>();

/**
 * Calls `listener` with the URL of each call that has a newer answer, and whether that is cached.
 *
 * @returns a function that stops it.
 */
export function onCacheUpdated(listener: Listener): () => void {
  copyListeners.add(listener);
  return () => copyListeners.delete(listener);
}

/** The site's settings, if they have changed since the page was made. */
export const newerSite = createObservable<SiteSettings | undefined>(undefined);

/** What was shown and is not cached yet. */
const shown: ShownAnswers = new Map();
let handOver: (() => void) | undefined;

/** Whether calls go straight to the network, as no worker controls this page. */
export const isUncontrolled = (): boolean => !navigator.serviceWorker?.controller;

/** Records an answer that was shown and did not come through the worker; it is handed over as soon as there is one. */
export function recordShownAnswer(url: string, ids: string[] = [], pages = 1): void {
  addShown(shown, { url, ids, pages });
  handOver?.();
}

/**
 * Registers the worker and listens to its messages. Without support for workers (plain http, private windows of some
 * browsers) the app works without one. Never rejects.
 */
export async function startWorkerClient(): Promise<void> {
  // Not in development: it would answer with built files.
  if (!('serviceWorker' in navigator) || import.meta.env.MODE === 'development') return;
  const container = navigator.serviceWorker;
  try {
    // The build ships the self-destroying worker: a registered worker is updated to it, and none is registered anew.
    if (import.meta.env.VITE_WORKER === 'off') {
      await (await container.getRegistration())?.update();
      return;
    }
    container.addEventListener('message', hear);
    followAvailability();
    const opened = startHandOverToWorker(shown);
    handOver = opened.handOver;
    const registration = await opened.registering;
    if (!container.controller && registration?.active) tell(registration.active, { type: 'claim' });
    if (container.controller) tell(container.controller, { type: 'opened' });
  } catch (error) {
    console.error('Could not register the service worker; the app goes on without it.', error);
  }
}

function hear({ data: message, ports }: MessageEvent<FromWorker>): void {
  switch (message.type) {
    case 'changed':
      for (const listener of copyListeners) listener(message.url, message.isKept);
      break;
    case 'moved':
      refreshAvailabilitySoon();
      break;
    case 'connection':
      connection.set(message.connection);
      break;
    case 'site':
      newerSite.set(message.settings);
      break;
    case 'which build':
      ports[0]?.postMessage(buildId());
      break;
    default:
      message satisfies never;
  }
}

const tell = (worker: ServiceWorker, message: ToWorker) => worker.postMessage(message);
