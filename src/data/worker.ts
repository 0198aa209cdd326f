import { ownScript } from './build.ts';
import { connection } from './connection.ts';
import { followHere, lookSoon } from './here.ts';
import type { FromWorker, ToWorker } from './messages.ts';

type Listener = (url: string) => void;

const copyListeners = new Set<Listener>();
const shownAnswers = new Set<string>();

/** Calls back with the address of each copy that a newer answer has replaced; returns the way to stop. */
export function onCopyChanged(listener: Listener): () => void {
  copyListeners.add(listener);
  return () => copyListeners.delete(listener);
}

/** Says that the answer of this address is on screen, however it came there; returns the way to say that it left. */
export function showAnswer(url: string): () => void {
  shownAnswers.add(url);
  return () => shownAnswers.delete(url);
}

/**
 * Registers the worker and listens to it: the one place where page and worker meet. Where there are no workers (plain
 * http, private windows of some browsers) the app goes on without.
 */
export async function openWorker(): Promise<void> {
  // In development there is none: it would answer with what was built.
  if (!('serviceWorker' in navigator) || import.meta.env.MODE === 'development') return;
  const container = navigator.serviceWorker;
  try {
    // Built for the way out: the worker that is still there fetches the one that removes itself, and no page brings one.
    if (import.meta.env.VITE_WORKER === 'off') {
      await (await container.getRegistration())?.update();
      return;
    }
    container.addEventListener('message', hear);
    if (!container.controller) container.addEventListener('controllerchange', takeOver, { once: true });
    followHere();
    const { registerWorker } = await import('./updates.ts');
    const registration = await registerWorker();
    if (!container.controller && registration?.active) tell(registration.active, { type: 'claim' });
    if (container.controller) tell(container.controller, { type: 'opened' });
  } catch (error) {
    console.error('The service worker could not be registered.', error);
  }
}

function hear({ data: message, ports }: MessageEvent<FromWorker>): void {
  switch (message.type) {
    case 'changed':
      for (const listener of copyListeners) listener(message.url);
      break;
    case 'moved':
      lookSoon();
      break;
    case 'connection':
      connection.set(message.connection);
      break;
    case 'which build':
      ports[0]?.postMessage(ownScript());
      break;
    default:
      message satisfies never;
  }
}

/** What a page loaded without the worker shows is in no cache yet, and one visit must be enough. */
function takeOver(): void {
  const { controller } = navigator.serviceWorker;
  if (!controller) return;
  const shown = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  // A rendered page asks for its first image by a link, and the browser then counts it as a link's.
  const ahead = [...document.querySelectorAll<HTMLLinkElement>('link[as=image]')].map(({ href }) => href);
  const urls = shown.filter((entry) => entry.initiatorType === 'img').map((entry) => entry.name);
  // The worker passes over what it has: one that is named twice is fetched once.
  const images = [...ahead, ...urls].filter((url) => url.startsWith('http'));
  lookSoon();
  tell(controller, { type: 'keep', answers: [...shownAnswers], images });
}

const tell = (worker: ServiceWorker, message: ToWorker) => worker.postMessage(message);
