import { connection } from '../connection.ts';
import { isOwnBackend } from '../host.ts';
import { session } from '../session.ts';
import { spans } from '../storage.ts';
import { rememberAuthor } from './author.ts';
import { askToGoOn } from './background.ts';
import { goesAt } from './backoff.ts';
import { showBadge } from './badge.ts';
import { followOutbox, outbox } from './box.ts';
import type { Entry } from './entry.ts';
import { type Reach, sendOutbox } from './send.ts';
import { callTransport } from './transport.ts';

/**
 * Looks after the outbox as long as the page is open: sends when the app starts, when the network or the page comes
 * back, and when a pause is over; and asks the browser to go on with every page closed, where it can.
 */
export function tendOutbox(): void {
  followOutbox();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let begun: Promise<void> | undefined;
  const schedule = (atLeast: number) => {
    clearTimeout(timer);
    const pause = Math.min(...outbox.get().filter(isMine).map(pauseOf));
    if (pause === Number.POSITIVE_INFINITY || session.get().token === null) return;
    timer = setTimeout(
      async () => {
        // Before it, a login that is missing would be found out here, and once more there.
        await begun;
        await send('due');
        // Timers are early by a moment, clocks are put back, and devices fail for a while: whatever is left goes later.
        schedule(spans.firstResend);
      },
      Math.max(pause, atLeast),
    );
  };
  let known: string[] = [];
  outbox.subscribe(() => {
    const ids = outbox
      .get()
      .filter(isMine)
      .map(({ id }) => id);
    schedule(0);
    // Once for each: a browser that believes itself online answers at once, and every try would bring the next.
    if (ids.some((id) => !known.includes(id))) void attempt(askToGoOn);
    known = ids;
    void attempt(() => showBadge(ids.length));
  });
  connection.subscribe(() => connection.get() === 'reachable' && void send('all'));
  addEventListener('online', () => void send('all'));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void send('all');
    else if (known.length > 0) void attempt(askToGoOn);
  });

  let { token } = session.get();
  session.subscribe(() => {
    if (session.get().token === token) return;
    token = session.get().token;
    begun = begin();
  });
  begun = begin();
}

/** In milliseconds. What another tab is sending is looked after again when it must be over: that tab may be dead. */
function pauseOf({ state }: Entry): number {
  switch (state.name) {
    case 'waiting':
      return goesAt(state, Date.now()) - Date.now();
    case 'sending':
      return spans.sending;
    case 'needs login':
    case 'refused':
      return Number.POSITIVE_INFINITY;
  }
}

/** Whether the entry is the logged-in user's: nobody else's is shown or sent. */
export const isMine = (entry: Entry): boolean => entry.userId === session.get().userId;

export async function send(reach: Reach): Promise<void> {
  const { token, userId } = session.get();
  if (token === null || userId === null) return;
  await attempt(() => sendOutbox({ userId, transport: callTransport(token, isOwnBackend), reach }));
}

/** What waited for its author's login goes now; should the login have expired again, it waits again. */
async function begin(): Promise<void> {
  await attempt(rememberAuthor);
  await send('login');
}

async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error('What waits to be sent could not be looked after.', error);
  }
}
