import { exponentialBackoffMs } from '../device/exponential-backoff.ts';
import { startKeys } from '../device/storage/storage-names.ts';
import { assetPathsIn } from '../device/updates/asset-paths-in-html.ts';
import { buildId } from '../device/updates/build-id.ts';
import { findRegistration } from '../device/updates/find-registration.ts';
import { textsOnScreen } from '../device/updates/texts-on-screen.ts';
import { resultWithin } from '../device/with-timeout.ts';
import { isAppRunning } from './start-state.ts';

/** Reloads a page that could not start, once the host serves the whole app. Imported by start-check.ts when needed. */

/** In milliseconds, as all durations below. */
const backoff = { firstMs: 1_000, maxMs: 60_000, jitter: 0 };
const takeOverTakes = 10_000;
/** Maximum number of reloads per hour, with growing pauses; after that, the reader has to reload. */
const mostReloads = 8;
const hour = 60 * 60 * 1000;

let attempts = 0;
let isTrying = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reloads the page as soon as it can start. Do not rename it: during a deploy, pages of other builds call it.
 */
export function recover(): void {
  if (timer === undefined) tryLater();
}

addEventListener('online', () => void tryNow());
document.addEventListener('visibilitychange', () => void tryNow());

function tryLater(): void {
  clearTimeout(timer);
  const wait = exponentialBackoffMs(attempts + recentReloads(), backoff);
  timer = setTimeout(() => {
    // Cleared so that a later `recover` works: the app may have started meanwhile, and may fail again.
    timer = undefined;
    void tryNow();
  }, wait);
  attempts += 1;
}

/** Reloads only if the page will be able to start, and never while there is text in a field, which would be lost. */
async function tryNow(): Promise<void> {
  const isWanted = () => !isAppRunning() && recentReloads() < mostReloads;
  if (isTrying || document.visibilityState === 'hidden' || !isWanted()) return;
  isTrying = true;
  try {
    await takeNewerBuild();
    if ((await isHostWhole()) && isWanted() && textsOnScreen().length === 0 && countReload()) location.reload();
  } catch (error) {
    console.info('The app cannot be loaded yet; trying again later.', error);
  }
  isTrying = false;
  tryLater();
}

/**
 * Activates a waiting worker, if there is one: it has the host's current build, while this page's build may be gone
 * from the host and from every cache.
 */
async function takeNewerBuild(): Promise<void> {
  const registration = await findRegistration();
  try {
    await registration?.update();
  } catch (error) {
    console.info('Could not check for a newer worker; using the installed worker.', error);
  }
  if (!registration?.waiting) return;
  const isServing = new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  );
  registration.waiting.postMessage({ type: 'SKIP_WAITING' });
  // Sends no request during the takeover: in Chromium, a request would keep the old worker in control for good.
  await resultWithin(takeOverTakes, isServing);
}

/** Returns whether the host serves every file that the page needs. Bypasses the HTTP cache and refreshes it. */
async function isHostWhole(): Promise<boolean> {
  const page = await fetch('/index.html', { cache: 'no-store' });
  const html = await page.text();
  const named = assetPathsIn(html);
  // If the host still has this page's build, also checks the chunks that the page requested: some may be missing.
  const files = [...new Set([...named, ...(named.includes(buildId()) ? askedFor() : [])])];
  return named.length > 0 && (await Promise.all(files.map(isThere))).every(Boolean);
}

const askedFor = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && /^\/assets\/.*\.(?:js|css)$/.test(pathname))
    .map(({ pathname }) => pathname);

async function isThere(path: string): Promise<boolean> {
  const file = await fetch(path, { cache: 'reload' });
  // Reads the body, because an unread response would keep the worker busy, and a newer worker could not replace it.
  await file.arrayBuffer();
  return file.ok && /javascript|css/.test(file.headers.get('Content-Type') ?? '');
}

/** Returns how often this tab was reloaded in the last hour. Without session storage, returns the maximum. */
function recentReloads(): number {
  try {
    return timesOfReloads().length;
  } catch (error) {
    console.info('Session storage is not available; the page is not reloaded automatically.', error);
    return mostReloads;
  }
}

const timesOfReloads = () =>
  (sessionStorage.getItem(startKeys.reloads) ?? '').split(' ').filter((time) => Number(time) > Date.now() - hour);

/** @throws DOMException if session storage is not available. */
function countReload(): boolean {
  sessionStorage.setItem(startKeys.reloads, [...timesOfReloads(), Date.now()].join(' '));
  return true;
}
