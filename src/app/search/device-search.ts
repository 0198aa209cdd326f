import { timeouts } from '../../device/timeouts.ts';
import { trustedScript } from '../../device/trusted-script.ts';
import { offlineAvailability } from '../../reading/news/offline-availability.ts';
import { onReadingNews } from '../../reading/news/reading-news.ts';
import { authorOf, session } from '../../session/session.ts';
import { deviceAnswer, type ToSearchThread } from './device-answer.ts';
import searchThread from './search-thread.ts?worker&url';

/** How long the thread stays after the last search, in milliseconds: readers open a result and come back. */
const restMs = 60_000;
/** In milliseconds: `Search.look` does not read the stored texts again within this time. */
const freshMs = 1_000;

interface Search {
  /** Does nothing if the same query is being searched, because both the field and the screen call this. */
  search(query: string, limit: number): void;
  /**
   * Reads the stored texts again, unless they were just read: the search field calls this, and soon after so do the
   * results.
   */
  look(): void;
  end(): void;
}

let open: Search | undefined;
/** The last query. A new thread searches for it, too. */
let wanted: Parameters<Search['search']> | undefined;
let resting: ReturnType<typeof setTimeout> | undefined;

/** Number of screens that show results. */
let holders = 0;

/** Starts the search on this device, or makes it read the stored texts again. Never throws. */
export function wakeDeviceSearch(): void {
  restSoon();
  if (open) open.look();
  else open = startThread();
}

/**
 * Keeps the search thread running and up to date.
 *
 * @returns a function that allows the thread to end.
 */
export function holdDeviceSearch(): () => void {
  holders += 1;
  wakeDeviceSearch();
  return () => {
    holders -= 1;
    restSoon();
  };
}

/** Searches this device; `deviceAnswer` gets the answer. */
export function searchDevice(query: string, limit: number): void {
  wanted = [query, limit];
  // A failed start is tried again when the field gets focus, and not at each key.
  if (!open && deviceAnswer.get().kind !== 'unavailable') wakeDeviceSearch();
  open?.search(query, limit);
}

function restSoon(): void {
  clearTimeout(resting);
  if (holders === 0) resting = setTimeout(() => open?.end(), restMs);
}

function startThread(): Search | undefined {
  let thread: Worker;
  try {
    thread = new Worker(trustedScript(searchThread), { type: 'module' });
  } catch (error) {
    fail(error);
    return undefined;
  }
  const tell = (message: ToSearchThread) => thread.postMessage(message);
  let asked = { query: '', limit: 0 };
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const search = (query: string, limit: number) => {
    if (query === asked.query && limit === asked.limit) return;
    asked = { query, limit };
    // The timeout does not end the thread, so a later answer is still shown.
    timeout ??= setTimeout(() => fail('it does not answer'), timeouts.databaseTimeoutMs);
    tell({ type: 'search', ...asked });
  };
  let lookedAt = 0;
  const look = () => {
    lookedAt = performance.now();
    tell({ type: 'look', author: authorOf(session.get()) });
  };
  let looking: ReturnType<typeof setTimeout> | undefined;
  const lookSoon = () => {
    clearTimeout(looking);
    looking = setTimeout(look, timeouts.availabilityDebounceMs);
  };
  // `offlineAvailability` changes when posts are cached or removed, and when the app comes back to the foreground.
  const unfollow = [session.subscribe(look), offlineAvailability.subscribe(lookSoon), onReadingNews(lookSoon)];
  const end = () => {
    for (const stop of unfollow) stop();
    clearTimeout(looking);
    clearTimeout(timeout);
    thread.terminate();
    open = undefined;
  };
  thread.onmessage = ({ data }) => {
    clearTimeout(timeout);
    timeout = undefined;
    deviceAnswer.set(data);
  };
  thread.onerror = ({ message }) => {
    end();
    fail(message || 'it cannot be loaded');
  };
  look();
  if (wanted) search(...wanted);
  const lookAgain = () => performance.now() - lookedAt > freshMs && look();
  return { search, look: lookAgain, end };
}

function fail(reason: unknown): void {
  console.error('The search on this device does not work; going on without it.', reason);
  deviceAnswer.set({ kind: 'unavailable' });
}
