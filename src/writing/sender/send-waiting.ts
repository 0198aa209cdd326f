import { v7 as uuid } from 'uuid';
import { imagesNamedIn } from '../../contract/named-images.ts';
import { withLock } from '../../device/storage/with-lock.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import type { PostRecord } from '../record/post-record.ts';
import { isDue, playEvent, readOwn, readPostRecord } from '../record/record-store.ts';
import { play } from '../record/record-table.ts';
import { type Answered, answered, type Backend, type Look, type NoAnswer, noAnswer, textOfCall } from './backend.ts';
import { confirmChange } from './confirm-change.ts';
import type { Pace } from './pace.ts';
import { announcePostChange, changeOf } from './post-change.ts';
import { isReliable, sendPictures } from './send-pictures.ts';

/** The Web Lock of the one sender over all tabs and the worker. */
const lockName = 'writing-sender';

/** So often one record is called in a row: each time its post has another version, somebody else is editing it. */
const mostCallsInRow = 5;

/** The author whose posts are sent, and nobody else's. `token` is `null` in the worker. */
export interface SendingAuthor {
  userId: string;
  token: string | null;
}

export interface Sending {
  author: SendingAuthor;
  backend: Backend;
  pace: Pace;
}

/** `wait`: until a call in doubt has had the time to arrive. */
type Sent = { kind: 'done' } | { kind: 'wait'; ms: number } | NoAnswer;

/**
 * Sends what waits, the oldest submission first, until nothing is left or there is no answer. Every step has a timeout, so
 * that no tab holds the lock for ever.
 *
 * @returns what keeps the rest.
 */
export const sendWaiting = (sending: Sending): Promise<Sent> =>
  withLock(lockName, async () => {
    const { pace, author } = sending;
    const silent = new Map<string, NoAnswer>();
    for (;;) {
      const own = await readInTime(author.userId);
      const due = own.filter((record) => isDue(record) && !silent.has(record.id));
      const sent = await sendAll(due, sending, silent);
      if (sent.kind === 'done' && due.length > 0) continue;
      const last = [...silent.values()].at(-1);
      if (!last) return sent;
      const left = { ...last, holdMs: Math.max(...[...silent.values()].map(({ holdMs }) => holdMs)) };
      pace.unanswered(left);
      return left;
    }
  });

const readInTime = (userId: string): Promise<PostRecord[]> => withTimeout(timeouts.deviceTimeoutMs, readOwn(userId));

/** Has what waits for a login sent again, also what a call that is under way finds refused. */
export const releaseAfterLogin = (userId: string): Promise<void> =>
  withLock(lockName, async () => {
    for (const { id, hold } of await readInTime(userId))
      if (hold?.kind === 'login') await playEvent(id, { kind: 'released', hold: 'login' });
  });

/**
 * After a call without an answer it tries the same record again, before a later one overtakes it, unless the backend asks to
 * wait. Then it tries another: one that never gets through holds up no other. If that has no answer either, the network or
 * the backend is away.
 */
async function sendAll(due: PostRecord[], sending: Sending, silent: Map<string, NoAnswer>): Promise<Sent> {
  const queue = due.map(({ id }) => id);
  const waits: number[] = [];
  let isSecond = false;
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const first = await sendSafely(id, sending);
    const isRepeated = first.kind === 'no answer' && first.why === 'silence' && first.holdMs === 0;
    const sent: Sent = isRepeated && !isSecond && queue.length > 0 ? await sendSafely(id, sending) : first;
    if (sent.kind === 'wait') waits.push(sent.ms);
    if (sent.kind === 'no answer') {
      silent.set(id, sent);
      if (isSecond || sent.why !== 'silence') return sent;
      // Not always the next one, as that may never get through either.
      queue.unshift(...queue.splice(sending.pace.tries() % queue.length, 1));
    }
    isSecond = sent.kind === 'no answer' || (isSecond && sent.kind === 'wait');
  }
  return waits.length > 0 && waits.length === due.length ? { kind: 'wait', ms: Math.min(...waits) } : { kind: 'done' };
}

/** A record that cannot be stored keeps no other from being sent. */
async function sendSafely(id: string, sending: Sending): Promise<Sent> {
  try {
    return await sendRecord(id, sending);
  } catch (error) {
    console.error('Could not send one of the posts that wait; trying it again after the others.', error);
    return noAnswer;
  }
}

async function sendRecord(id: string, { author, backend, pace }: Sending): Promise<Sent> {
  for (let calls = 0; calls < mostCallsInRow; ) {
    const record = await withTimeout(timeouts.deviceTimeoutMs, readPostRecord(id));
    if (!record || !isDue(record)) return { kind: 'done' };
    const look: Look = (await backend.look?.(record, await readInTime(author.userId))) ?? { kind: 'clear' };
    if (look.kind === 'wait' || look.kind === 'no answer') return look;
    if (look.kind === 'settled') {
      // If it has not arrived, the others go first: its next call would have them wait again.
      await playAnswer(record, answered(look.event));
      return { kind: 'done' };
    }
    const since = Date.now();
    const held = backend.pictures && (await sendPictures(record, backend.pictures, author.token));
    const step = held ? undefined : await playEvent(id, { kind: 'due', seen: look.seen });
    const call = step?.told?.kind === 'call' ? step.told.call : undefined;
    if (!held && !call) continue;
    calls += 1;
    const answer = held ?? (step && call && (await backend.call(step.record, call, author.token))) ?? noAnswer;
    if (answer.kind === 'no answer') return answer;
    const text = call && textOfCall(call);
    // After days of sleep the backend may have removed the pictures before it took the text.
    if (text && imagesNamedIn(text).length > 0 && !isReliable(since)) return noAnswer;
    pace.answered();
    await playAnswer(step?.record ?? record, answer);
  }
  return noAnswer;
}

/**
 * Has the caches and every tab know first: after a crash in between, the call is repeated, and answered alike.
 *
 * @param before the record as it was when the call was made.
 */
export async function playAnswer(before: PostRecord, { event, post }: Answered): Promise<void> {
  const change = changeOf(before, play(before, event, { id: uuid, now: Date.now() }).record, post);
  if (change) {
    await confirmChange(change);
    announcePostChange(change);
  }
  await playEvent(before.id, event);
}
