import { tabKeys } from '../../device/storage/storage-names.ts';
import { readTabItem, removeTabItem, writeTabItem } from '../../device/storage/tab-storage.ts';
import type { ToWorker } from './messages.ts';
import { refreshAvailabilitySoon } from './offline-availability.ts';

/** URLs of calls that this page did not make, because the server rendered their answers into it. */
const calls = new Set<string>();

let isHandedOver = false;

/**
 * Notes that the server rendered the answer of this call into the page. Tells the worker at once if `handOverShown` has
 * already reported the other calls: a long post is hydrated late.
 */
export function noteShown(url: string): void {
  if (isHandedOver && !calls.has(url)) tell(navigator.serviceWorker.controller, { images: [], calls: [url] });
  calls.add(url);
}

interface Shown {
  /** URLs of images, and of calls for lists and posts. */
  images: string[];
  calls: string[];
}

/**
 * Tells the worker to store what this page showed before the worker controlled it: images, and the lists and posts that
 * the server had rendered into it. The worker may fetch images from any host; a page must not. If the page is left
 * before the worker takes control, the page tells the installing worker, and also the next page of its tab.
 */
export function handOverShown(registering: Promise<ServiceWorkerRegistration | undefined>): void {
  const container = navigator.serviceWorker;
  const before = takeLeft();
  // Reports images only if the network served this page: a worker that served it has seen its images.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const images = visit?.workerStart ? () => [] : shownImages;
  for (const url of before.calls) calls.add(url);
  let next: ServiceWorkerRegistration | undefined;
  const shown = (): Shown => ({ images: [...before.images, ...images()], calls: [...calls] });
  const handOver = () => {
    isHandedOver = true;
    tell(container.controller, shown());
  };
  if (container.controller) {
    handOver();
    return;
  }
  container.addEventListener(
    'controllerchange',
    () => {
      refreshAvailabilitySoon();
      handOver();
    },
    { once: true },
  );
  addEventListener('pagehide', () => {
    if (container.controller) return;
    tell(next?.installing ?? next?.waiting ?? next?.active, shown());
    writeTabItem(tabKeys.shown, JSON.stringify(shown()));
  });
  registering.then(
    (registration) => {
      next = registration;
    },
    // The caller handles a failed registration.
    () => undefined,
  );
}

function tell(worker: ServiceWorker | null | undefined, { images, calls }: Shown): void {
  if (worker && images.length + calls.length > 0)
    worker.postMessage({ type: 'keep', images, calls } satisfies ToWorker);
}

function takeLeft(): Shown {
  const left = readTabItem(tabKeys.shown);
  removeTabItem(tabKeys.shown);
  return left === null ? { images: [], calls: [] } : JSON.parse(left);
}

/** Returns the URLs of this page's images that the browser has fetched. */
function shownImages(): string[] {
  const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  // Adds the first image of a rendered page: a link preloads it, so the browser reports the link as the initiator.
  const ahead = [...document.querySelectorAll<HTMLLinkElement>('link[as=image]')].map(({ href }) => href);
  // An uploaded image's preload link has several variants and no `href`, so the fetched variant is found by its path.
  const urls = fetched
    .filter((entry) => /^img|\/images\//.test(entry.initiatorType + entry.name))
    .map(({ name }) => name);
  // An image may be named twice: the worker skips cached images, so it fetches each once.
  return [...ahead, ...urls].filter((url) => url.startsWith('http'));
}
