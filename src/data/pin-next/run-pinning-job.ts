import { connection } from '../api/connection.ts';
import { takeCallNumber } from '../cache/call-number.ts';
import type { SyncingRegistration } from '../outbox/background-sync.ts';
import { isDataSaved } from '../save-data.ts';
import { askForPersistence } from '../storage/persistence.ts';
import { syncTags } from '../storage/storage-names.ts';
import { timeouts } from '../timeouts.ts';
import { askOnce, isTimeout } from '../worker-client/ask-worker.ts';
import { refreshAvailability } from '../worker-client/offline-availability.ts';
import {
  changePinningJob,
  type PinningJob,
  type PinningOutcome,
  readPinningJob,
  removePinningJob,
  writePinningJob,
} from './pinning-job.ts';
import { pinningProgress } from './pinning-progress.ts';

/** After so many posts the marks of what is on the device are read again. */
const refreshEvery = 10;

let running: Promise<void> | undefined;

/** @throws DOMException if the device does not store the job. */
export async function startPinningJob(job: PinningJob): Promise<void> {
  void askForPersistence();
  await writePinningJob(job);
  pinningProgress.set({ kind: 'going', job });
  void requestSync();
  void runPinningJob({ isResumed: false });
}

/** Goes on after a pause, as the reader asks for it. They agree to it although the browser is to save data. */
export async function goOnPinning({ id }: PinningJob): Promise<void> {
  await changePinningJob(id, () => ({ isForSaveData: isDataSaved(), state: { kind: 'going' } }));
  void requestSync();
  await runPinningJob({ isResumed: true });
}

/** What is pinned stays pinned. */
export async function stopPinning(): Promise<void> {
  await removePinningJob();
  pinningProgress.set({ kind: 'none' });
}

/**
 * Has the worker pin one post after the other, as a worker that works on for minutes is ended by the browser. Does nothing
 * if this page does so already. Never rejects.
 *
 * @param isResumed after a break: what was cached before it is read anew.
 */
export function runPinningJob({ isResumed }: { isResumed: boolean }): Promise<void> {
  running ??= run(isResumed).finally(() => {
    running = undefined;
  });
  return running;
}

async function run(isResumed: boolean): Promise<void> {
  let following: ReturnType<typeof setInterval> | undefined;
  try {
    const first = await readPinningJob();
    if (first?.state.kind !== 'going') return show(first);
    if (isDataSaved() && !first.isForSaveData) return pinningProgress.set({ kind: 'asks', job: first });
    if (isResumed) {
      const freshFrom = await takeCallNumber();
      await changePinningJob(first.id, () => ({ freshFrom }));
    }
    // Another tab, or a Background Sync, may pin as well.
    following = setInterval(() => void readPinningJob().then(show, reportUnread), timeouts.pinProgressMs);
    let outcome: PinningOutcome = 'more';
    for (let steps = 1; outcome === 'more'; steps += 1) {
      show(await readPinningJob());
      // A worker that was killed gives no answer; one that is still busy with a post is waited for by the next question.
      outcome = await askOnce('pin next', { patience: timeouts.pinStepMs }).catch(moreIfTimedOut);
      if (steps % refreshEvery === 0) void refreshAvailability();
    }
    clearInterval(following);
    const job = await readPinningJob();
    if (outcome === 'away' && job) pause('away', job);
    else show(job);
  } catch (error) {
    clearInterval(following);
    console.error('Could not pin the next post; it is tried again.', error);
    const known = pinningProgress.get();
    // The database may not have said yet whether there is a job.
    if (known.kind === 'none') retryLater(isResumed);
    else pause('failed', known.job);
  }
  void refreshAvailability();
}

let retry: ReturnType<typeof setTimeout> | undefined;

function retryLater(isResumed: boolean): void {
  clearTimeout(retry);
  retry = setTimeout(() => void runPinningJob({ isResumed }), timeouts.pinRetryMs);
}

function moreIfTimedOut(error: unknown): PinningOutcome {
  if (isTimeout(error)) return 'more';
  throw error;
}

const show = (job: PinningJob | undefined): void =>
  pinningProgress.set(job ? { kind: job.state.kind, job } : { kind: 'none' });

const reportUnread = (error: unknown): void => console.error('Could not read how many posts are pinned.', error);

/** Goes on when the network seems to be back, and tries from time to time, as nothing tells that for sure. */
function pause(kind: 'away' | 'failed', job: PinningJob): void {
  pinningProgress.set({ kind, job });
  const ended = new AbortController();
  const goOn = () => {
    if (ended.signal.aborted) return;
    ended.abort();
    clearTimeout(timer);
    leave();
    // The reader has gone on or stopped meanwhile.
    if (pinningProgress.get().kind === kind) void runPinningJob({ isResumed: true });
  };
  const timer = setTimeout(goOn, timeouts.pinRetryMs);
  const leave = connection.subscribe(() => connection.get() === 'reachable' && goOn());
  addEventListener('online', goOn, { signal: ended.signal });
}

/** In Chromium the worker then goes on with every page closed. It needs no login, so also for a foreign backend. */
async function requestSync(): Promise<void> {
  if (!('SyncManager' in globalThis)) return;
  try {
    const registration = (await navigator.serviceWorker.ready) as SyncingRegistration;
    await registration.sync.register(syncTags.pinning);
  } catch (error) {
    console.info('No Background Sync; posts are kept as long as a page is open.', error);
  }
}
