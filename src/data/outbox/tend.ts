import { connection } from '../connection.ts';
import { isOwnBackend } from '../host.ts';
import { session } from '../session.ts';
import { rememberAuthor } from './author.ts';
import { askToGoOn, showBadge } from './background.ts';
import { changeEntry, followOutbox, outbox, readOutbox } from './box.ts';
import { type Entry, revived } from './entry.ts';
import { type Reach, sendOutbox } from './send.ts';
import { callTransport } from './transport.ts';

/** In milliseconds. A device whose clock was set back must not wait for years; a pause is never longer than a day. */
const longestPause = 24 * 60 * 60 * 1000;

/**
 * Looks after the outbox as long as the page is open: sends when the app starts, when the network or the page comes
 * back, and when a pause is over; and asks the browser to go on with every page closed, where it can.
 */
export function tendOutbox(): void {
  followOutbox();
  let timer: ReturnType<typeof setTimeout> | undefined;
  outbox.subscribe(() => {
    const entries = outbox.get().filter(isMine);
    clearTimeout(timer);
    const next = Math.min(...entries.flatMap(({ state }) => (state.name === 'waiting' ? [state.notBefore] : [])));
    const pause = Math.min(Math.max(next - Date.now(), 0), longestPause);
    if (next < Number.POSITIVE_INFINITY) timer = setTimeout(() => void send('due'), pause);
    if (entries.length > 0) void attempt(askToGoOn);
    void attempt(() => showBadge(entries.length));
  });
  connection.subscribe(() => connection.get() === 'reachable' && void send('all'));
  addEventListener('online', () => void send('all'));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void send('all'));

  let { token } = session.get();
  session.subscribe(() => {
    if (session.get().token === token) return;
    token = session.get().token;
    void attempt(begin);
  });
  void attempt(begin);
}

/** Whether the entry is the logged-in user's: nobody else's is shown or sent. */
export const isMine = (entry: Entry): boolean => entry.userId === session.get().userId;

export async function send(reach: Reach): Promise<void> {
  const { token, userId } = session.get();
  if (token === null || userId === null) return;
  await attempt(() => sendOutbox({ userId, transport: callTransport(token, isOwnBackend), reach }));
}

async function begin(): Promise<void> {
  await rememberAuthor();
  for (const entry of await readOutbox()) {
    // What waited for its author's login goes now; should the login have expired again, it waits again.
    if (isMine(entry) && entry.state.name === 'needs login') await changeEntry(entry.id, revived);
  }
  await send('all');
}

async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error('What waits to be sent could not be looked after.', error);
  }
}
