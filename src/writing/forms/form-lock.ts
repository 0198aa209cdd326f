import { announce, hearChannel } from '../../device/channel.ts';
import { timeouts } from '../../device/timeouts.ts';
import type { PostRecord } from '../record/post-record.ts';
import type { Step, WritingEvent } from '../record/record-events.ts';
import { applyEvent } from '../record/record-store.ts';

/** A form's Web Lock on a record. The form that holds it is the only one to write the record. */
export interface FormLock {
  release(): void;
  /** Resolves once another tab has stolen the lock, because this tab did not release it. */
  stolen: Promise<void>;
}

const lockName = (id: string) => `writing/${id}`;
const requests = 'writing-requests';

/**
 * Takes a record's lock. Always succeeds without Web Locks, or if the browser forbids them along with all storage.
 *
 * @param patience how long to wait for the tab that holds the lock, in milliseconds.
 * @returns `undefined` if another tab holds the lock.
 */
export const lockForm = (id: string, patience = 0): Promise<FormLock | undefined> =>
  request(id, patience > 0 ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true });

/** Takes the lock over: asks the tab that holds it to save and release it, and steals it if that tab does not. */
export async function takeOver(id: string): Promise<FormLock | undefined> {
  announce(requests, id);
  return (await lockForm(id, timeouts.draftLockTimeoutMs)) ?? request(id, { steal: true });
}

/**
 * Applies an event that the author causes outside a form. Does nothing while a form has the record open, because that
 * form may have unsaved text.
 *
 * @param start the record to use if the database has none.
 */
export async function applyUnlessOpen(
  id: string,
  event: WritingEvent,
  { start, patience }: { start?: PostRecord; patience?: number } = {},
): Promise<Step | 'open elsewhere' | undefined> {
  const lock = await lockForm(id, patience);
  if (!lock) return 'open elsewhere';
  try {
    return await applyEvent(id, event, start);
  } finally {
    lock.release();
  }
}

/** Calls `letGo` when another tab wants to take the record over. Returns a function that stops this. */
export const hearTakeOver = (id: string, letGo: () => void): (() => void) =>
  hearChannel<string>(requests, (wanted) => wanted === id && letGo());

function request(id: string, options: LockOptions): Promise<FormLock | undefined> {
  const { promise: stolen, resolve: tellStolen } = Promise.withResolvers<void>();
  const free: FormLock = { release: () => undefined, stolen };
  if (!navigator.locks) return Promise.resolve(free);
  return new Promise((resolve, reject) => {
    let isHeld = false;
    const hold = (lock: Lock | null) => {
      if (!lock) return resolve(undefined);
      isHeld = true;
      const { promise, resolve: release } = Promise.withResolvers<void>();
      resolve({ release, stolen });
      return promise;
    };
    navigator.locks.request(lockName(id), options, hold).catch((error: unknown) => {
      if (isHeld) tellStolen();
      else if (options.signal?.aborted) resolve(undefined);
      else if (error instanceof DOMException && error.name === 'SecurityError') resolve(free);
      else reject(error);
    });
  });
}
