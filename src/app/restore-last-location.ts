import { pagePaths } from '../contract/paths.ts';
import { readRecord, writeRecords } from '../device/storage/records.ts';
import { recordKeys } from '../device/storage/storage-names.ts';
import { timeouts } from '../device/timeouts.ts';
import { resultWithin } from '../device/with-timeout.ts';
import { authorOf, session } from '../session/session.ts';
import { type ListScrollAnchor, readScrollAnchor } from './hooks/list-scroll-anchor.ts';

/** The screen and position of the installed app when it was last hidden or closed. */
interface LastLocation {
  address: string;
  place: ListScrollAnchor | undefined;
  /** Milliseconds since the epoch. */
  leftAt: number;
}

/**
 * Restores the last location when the installed app is opened by its icon within `timeouts.resumeWithinMs`, and from
 * then on saves the location. Must run before the first screen is shown; never rejects, and never takes longer than
 * `timeouts.resumeTimeoutMs`.
 */
export async function restoreLastLocation(): Promise<void> {
  try {
    if (isOpenedByIcon()) goBackTo(await readLastLocation());
  } catch (error) {
    console.error('Could not read the last location; the app opens on its start page.', error);
  }
  let reader = authorOf(session.get());
  /** URL of the previous user's screen when another user logged in. */
  let leftByAnother: string | undefined;
  session.subscribe(() => {
    const now = authorOf(session.get());
    if (now === null || now === reader) return;
    if (reader !== null) leftByAnother = location.href;
    reader = now;
  });
  const saveUnlessLoggedOut = () => {
    // After a logout in any tab, the next user must not learn the location of this user.
    if (reader === authorOf(session.get()) && location.href !== leftByAnother) saveLocation();
  };
  addEventListener('pagehide', saveUnlessLoggedOut);
  document.addEventListener('visibilitychange', saveUnlessLoggedOut);
}

/** Returns whether the window shows the manifest's `start_url`, and its history has one entry without state. */
const isOpenedByIcon = (): boolean =>
  location.pathname + location.search + location.hash === pagePaths.home &&
  history.length === 1 &&
  history.state === null;

async function readLastLocation(): Promise<LastLocation | undefined> {
  const last = await resultWithin(timeouts.resumeTimeoutMs, readRecord<LastLocation>(recordKeys.lastLocation));
  return last && Date.now() - last.leftAt < timeouts.resumeWithinMs ? last : undefined;
}

/** Opens the last location. Home stays the previous entry of the history, so that Back does not leave the app. */
function goBackTo(last: LastLocation | undefined): void {
  if (!last) return;
  const state = { place: last.place };
  if (last.address === pagePaths.home) history.replaceState(state, '');
  else history.pushState(state, '', last.address);
}

function saveLocation(): void {
  const { pathname, search } = location;
  // Keeps the earlier location: after a login or logout, the app must not resume on Login or Register.
  if ([pagePaths.login, pagePaths.register].some((path) => path === pathname)) return;
  const last: LastLocation = { address: pathname + search, place: readScrollAnchor(), leftAt: Date.now() };
  writeRecords({ put: { [recordKeys.lastLocation]: last } }).catch((error: unknown) => {
    console.error('Could not save the current location; the app will not resume here.', error);
  });
}
