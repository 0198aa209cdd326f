import { pagePaths } from '../contract/paths.ts';
import { readRecord, writeRecords } from '../data/records.ts';
import { recordKeys, spans } from '../data/storage.ts';
import { type Place, readPlace } from './parts/place.ts';

/** Where the installed app was when it was last put away. */
interface LastPlace {
  address: string;
  place: Place | undefined;
  /** Milliseconds since the epoch. */
  leftAt: number;
}

/**
 * The installed app, opened again by its icon within the hour, is where it was; and wherever it goes is noted for the
 * next time. Before the first screen is shown; never rejects, and never takes longer than `spans.resuming`.
 */
export async function resume(): Promise<void> {
  try {
    if (isOpenedByIcon()) goBackTo(await lastPlace());
  } catch (error) {
    console.error('Where the app was could not be found out.', error);
  }
  addEventListener('pagehide', note);
  document.addEventListener('visibilitychange', note);
}

/** The first address of a new window is the manifest's: neither a link was followed, nor a form sent, nor a page reloaded. */
const isOpenedByIcon = (): boolean =>
  location.pathname + location.search + location.hash === pagePaths.home &&
  history.length === 1 &&
  history.state === null;

async function lastPlace(): Promise<LastPlace | undefined> {
  const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, spans.resuming));
  const last = await Promise.race([readRecord<LastPlace>(recordKeys.lastPlace), tooLong]);
  return last && Date.now() - last.leftAt < spans.whereItWas ? last : undefined;
}

/** The list stays beneath: Back leads there, and not out of the app. */
function goBackTo(last: LastPlace | undefined): void {
  if (!last) return;
  const state = { place: last.place };
  if (last.address === pagePaths.home) history.replaceState(state, '');
  else history.pushState(state, '', last.address);
}

function note(): void {
  const { pathname, search } = location;
  // Who has just logged in or out does not want to begin there.
  if ([pagePaths.login, pagePaths.register].some((path) => path === pathname)) return;
  const last: LastPlace = { address: pathname + search, place: readPlace(), leftAt: Date.now() };
  writeRecords({ put: { [recordKeys.lastPlace]: last } }).catch((error: unknown) => {
    console.error('Where the app was could not be noted.', error);
  });
}
