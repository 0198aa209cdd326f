import { callPaths } from '../../contract/paths.ts';
import { connection } from '../api/connection.ts';
import { callPathOf } from '../api/host.ts';
import { authorOf, session } from '../session/session.ts';
import { tabKeys } from '../storage/storage-names.ts';
import type { ShownAnswer, ToWorker } from './messages.ts';
import { refreshAvailabilitySoon } from './offline-availability.ts';
import { registerWorker } from './register-worker.ts';
import { addShown, type ShownAnswers } from './shown-answers.ts';

/** What was shown before the worker served the page and is not cached yet. */
interface Shown {
  answers: ShownAnswer[];
  /** URLs. */
  images: string[];
}

/**
 * Registers the worker and hands over to it what was shown before it served the page, so that what was seen once can be
 * read offline. It does so as soon as the worker controls this page, and again when the network or the reader returns,
 * until the worker has cached everything. A page that is closed before leaves the rest to the next page of its tab, and
 * to a worker that is still being installed.
 *
 * @param shown by URL; what has been cached is removed from it.
 * @returns `handOver`, to be called when more has been shown.
 */
export function startHandOverToWorker(shown: ShownAnswers): {
  registering: Promise<ServiceWorkerRegistration | undefined>;
  handOver: () => void;
} {
  const container = navigator.serviceWorker;
  const before = takeLeft();
  for (const answer of before.answers) addShown(shown, answer);
  let { images } = before;
  let registration: ServiceWorkerRegistration | undefined;
  const registering = registerWorker();

  const rest = (): Shown => ({
    answers: [...shown.values()].filter(mayBeCached),
    images: container.controller ? images : [...images, ...shownImages()],
  });
  const handOver = () => {
    const { controller } = container;
    const given = rest();
    if (!controller || given.answers.length + given.images.length === 0) return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: cached }: MessageEvent<string[]>) => {
      port1.close();
      images = images.filter((url) => !given.images.includes(url));
      for (const answer of given.answers) {
        // An answer of which more has been shown since is still to be cached.
        if (cached.includes(answer.url) && shown.get(answer.url) === answer) shown.delete(answer.url);
      }
    };
    tell(controller, given, port2);
  };
  const takeOver = () => {
    images = [...images, ...shownImages()];
    refreshAvailabilitySoon();
    handOver();
  };

  if (!container.controller) container.addEventListener('controllerchange', takeOver, { once: true });
  connection.subscribe(handOver);
  document.addEventListener('visibilitychange', handOver);
  addEventListener('pagehide', () => {
    const left = rest();
    leave(left);
    const next = registration?.installing ?? registration?.waiting ?? registration?.active;
    if (!container.controller && next) tell(next, left);
  });
  handOver();
  // The caller handles the failure of `registering`.
  registering.then(
    (done) => (registration = done),
    () => undefined,
  );
  return { registering, handOver };
}

/** An author's own list is handed over only while they are logged in: cached later, it would outlive the logout. */
function mayBeCached({ url }: ShownAnswer): boolean {
  const path = callPathOf(new URL(url));
  if (!path?.startsWith('/blog/users/')) return true;
  const author = authorOf(session.get());
  return author !== null && path === callPaths.userPosts(author);
}

const tell = (worker: ServiceWorker, given: Shown, ...ports: MessagePort[]) =>
  worker.postMessage({ type: 'keep', ...given } satisfies ToWorker, ports);

/** Images of this page that the browser has fetched. */
function shownImages(): string[] {
  const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  // A rendered page preloads its first image by a link, and the browser then reports the link as the initiator.
  const ahead = [...document.querySelectorAll<HTMLLinkElement>('link[as=image]')].map(({ href }) => href);
  // Of an uploaded image the link names several forms and no `href`.
  const urls = fetched
    .filter((entry) => /^img|\/images\//.test(entry.initiatorType + entry.name))
    .map(({ name }) => name);
  // The worker skips images that are cached, so that one named twice is fetched once.
  return [...ahead, ...urls].filter((url) => url.startsWith('http'));
}

function leave(rest: Shown): void {
  try {
    if (rest.answers.length + rest.images.length === 0) sessionStorage.removeItem(tabKeys.shown);
    else sessionStorage.setItem(tabKeys.shown, JSON.stringify(rest));
  } catch (error) {
    console.error('Could not store what is still to be cached.', error);
  }
}

/** What an earlier page of this tab has left to be cached. */
function takeLeft(): Shown {
  try {
    const text = sessionStorage.getItem(tabKeys.shown);
    return text === null ? { answers: [], images: [] } : JSON.parse(text);
  } catch (error) {
    console.error('Could not read what an earlier page left to be cached.', error);
    return { answers: [], images: [] };
  }
}
