import type { SiteSettings } from '../../contract/site.ts';
import { connection } from '../../device/calls/connection.ts';
import { createObservable } from '../../device/observable.ts';
import { buildId } from '../../device/updates/build-id.ts';
import type { FromWorker } from './messages.ts';
import { availabilityOf, offlineAvailability, refreshAvailabilitySoon } from './offline-availability.ts';

type Listener = (url: string, isKept: boolean) => void;

const listeners = new Set<Listener>();

/**
 * Calls `listener` with the URL of each call that has a newer answer, and whether the device has stored it.
 *
 * @returns a function that removes the listener.
 */
export function onReadingNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The site's settings, if they have changed since the page was served. */
export const newerSite = createObservable<SiteSettings | undefined>(undefined);

/** Handles a message of the worker, or of this page itself if it answers its own calls. */
export function handleNews({ data: message, ports }: { data: FromWorker; ports?: readonly MessagePort[] }): void {
  switch (message.type) {
    case 'changed':
      for (const listener of listeners) listener(message.url, message.isKept);
      break;
    case 'moved':
      refreshAvailabilitySoon();
      break;
    case 'posts':
      offlineAvailability.set(message.ids && availabilityOf(message.ids));
      break;
    case 'connection':
      connection.set(message.connection);
      break;
    case 'site':
      newerSite.set(message.settings);
      break;
    case 'which build':
      ports?.[0]?.postMessage(buildId());
      break;
    default:
      message satisfies never;
  }
}
