import { connection } from '../api/connection.ts';
import { isOwnBackend } from '../api/host.ts';
import { showAppBadge } from '../app-badge.ts';
import { readBackups } from '../drafts/draft-backup.ts';
import { sweepSharedPictures } from '../images/shared-pictures.ts';
import { storeDraftImages } from '../images/store-draft-images.ts';
import { sweepImages } from '../images/sweep-images.ts';
import { forgetOthersTabDrafts } from '../session/forget-others-tab-drafts.ts';
import { session } from '../session/session.ts';
import { timeouts } from '../timeouts.ts';
import { requestBackgroundSync } from './background-sync.ts';
import { nextAttemptAt } from './backoff.ts';
import { followConfirmedEdits } from './confirmed-edits.ts';
import { isBehindEdit, isHeldBack } from './held-back.ts';
import { layOverPosts } from './lay-over-posts.ts';
import { outboxEntries } from './outbox-entries.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { followOutbox } from './outbox-store.ts';
import { type SendScope, sendOutbox, storeImagesAfter } from './send-outbox.ts';
import { storeOutboxUser } from './store-outbox-user.ts';
import { callTransport } from './transport.ts';
import { askBeforeLoss } from './waits-in-memory.ts';

/**
 * Sends the outbox as long as the page is open: when the app starts, when the network or the page comes back, after a
 * backoff and after a login. Registers a Background Sync, where there is one, to continue with every page closed.
 */
export function startOutboxScheduler(): void {
  followOutbox();
  askBeforeLoss();
  followConfirmedEdits();
  layOverPosts();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let begun: Promise<void> | undefined;
  const schedule = (atLeast: number) => {
    clearTimeout(timer);
    const mine = outboxEntries.get().filter(isOwnEntry);
    // An entry that is held back is sent along with the one it waits for.
    const pause = Math.min(...mine.filter((entry) => !isToWait(entry, mine)).map(delayMs));
    if (pause === Number.POSITIVE_INFINITY || session.get().token === null) return;
    timer = setTimeout(
      async () => {
        // Without this wait an expired login would be discovered twice: by this send and by the one after login.
        await begun;
        await sendNow('due');
        // Timers fire slightly early, clocks are put back and storage fails for a while: retries whatever is left.
        schedule(timeouts.firstResendMs);
      },
      Math.max(pause, atLeast),
    );
  };
  let known: string[] = [];
  outboxEntries.subscribe(() => {
    const ids = outboxEntries
      .get()
      .filter(isOwnEntry)
      .map(({ id }) => id);
    schedule(0);
    // Once per entry: a browser that believes it is online syncs at once, and every failed attempt would cause the
    // next.
    if (ids.some((id) => !known.includes(id))) void succeeds(requestBackgroundSync);
    known = ids;
    void showAppBadge();
  });
  connection.subscribe(() => connection.get() === 'reachable' && void sendNow('all'));
  addEventListener('online', () => void sendNow('all'));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sendNow('all');
    else if (known.length > 0) void succeeds(requestBackgroundSync);
  });

  let { token } = session.get();
  session.subscribe(() => {
    if (session.get().token === token) return;
    token = session.get().token;
    forgetOthersTabDrafts();
    begun = sendAfterLogin();
    // What this login finds held changes nothing in the outbox that would set the timer.
    schedule(0);
  });
  begun = sendAfterLogin();
  void succeeds(sweepPictures);
}

/** Removes what no text names any more, and fetches what a draft names that the device does not have. */
async function sweepPictures(): Promise<void> {
  if (!isOwnBackend) return;
  await sweepImages(readBackups().map(({ post }) => post));
  await sweepSharedPictures();
  await storeDraftImages(callTransport(null, true).fetchImage);
}

/**
 * Milliseconds until the entry is due. One that another tab is sending is due after its timeout: that tab may be dead.
 */
function delayMs({ state }: OutboxEntry): number {
  switch (state.name) {
    case 'waiting':
      return nextAttemptAt(state, Date.now()) - Date.now();
    case 'sending':
      return timeouts.sendTimeoutMs;
    case 'needs login':
    case 'refused':
    case 'arrived':
    case 'conflict':
      return Number.POSITIVE_INFINITY;
  }
}

const isToWait = isOwnBackend ? isBehindEdit : isHeldBack;

/** Whether the entry is the logged-in user's. No other user's entries are shown or sent. */
export const isOwnEntry = (entry: OutboxEntry): boolean => entry.userId === session.get().userId;

export async function sendNow(scope: SendScope): Promise<void> {
  await succeeds(() => send(scope));
}

async function send(scope: SendScope): Promise<void> {
  const { token, userId } = session.get();
  if (token === null || userId === null) return;
  const transport = callTransport(token, isOwnBackend);
  const outcomes = await sendOutbox({ userId, transport, scope });
  void storeImagesAfter(outcomes, transport);
}

/** Sends entries that waited for a login too; if the login has expired again, they wait again. */
async function sendAfterLogin(): Promise<void> {
  await retryUntilDone(async () => {
    await storeOutboxUser();
    void showAppBadge();
  });
  await retryUntilDone(() => send('login'));
}

/**
 * Repeats what nothing else does anew before the next login: a device may be slow as the app starts. Resolves after the
 * first attempt, so that a device that stores nothing holds nobody up.
 */
async function retryUntilDone(work: () => Promise<void>): Promise<void> {
  if (!(await succeeds(work))) setTimeout(() => void retryUntilDone(work), timeouts.maxRetryMs);
}

/** Never rejects. */
async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    console.error(`Could not process the outbox (${String(error)}); retrying later.`);
    return false;
  }
}
