import { v7 as uuid } from 'uuid';
import { imagesNamedIn } from '../../contract/named-images.ts';
import { withLock } from '../../device/storage/with-lock.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import type { PostRecord } from '../record/post-record.ts';
import { applyEvent, isDue, readOwn } from '../record/record-store.ts';
import { play } from '../record/record-table.ts';
import { type Answered, type Backend, type NoAnswer, noAnswer, textOfCall } from './backend.ts';
import { confirmChange } from './confirm-change.ts';
import type { Pace } from './pace.ts';
import { changeOf } from './post-change.ts';
import { isReliable } from './send-pictures.ts';

/** The Web Lock of the one sender over all tabs and the worker. */
const lockName = 'writing-sender';

/** The most calls for one record in a run: each may find a newer version while another device edits the post. */
const mostTurns = 5;

/** The only user whose posts the sender sends. `token` is `null` in the worker. */
export interface SendingAuthor {
  userId: string;
  token: string | null;
}

export interface Sending {
  author: SendingAuthor;
  backend: Backend;
  pace: Pace;
}

/** The result of a run, or of sending a record. `wait`: a call in doubt may still take `ms` milliseconds to arrive. */
type Sent = { kind: 'done' } | { kind: 'wait'; ms: number } | NoAnswer;

/**
 * Sends pending texts, the oldest submission first, until none is left or there is no answer. If a record is still
 * pending after an answer, the others have their turn first. Every step has a timeout, so that no tab holds the lock
 * for ever.
 *
 * After a call without an answer, the sender tries the same record again before any later one, unless the backend asks
 * to wait. Then it tries another record, so that one record without answers does not block the others. If that record
 * gets no answer either, the network or the backend is away, and the run ends.
 *
 * @returns why the remaining texts wait; `done` if none remain.
 */
export const sendWaiting = (sending: Sending): Promise<Sent> =>
  withLock(lockName, async () => {
    const { author, pace } = sending;
    const silent = new Map<string, NoAnswer>();
    const waits = new Map<string, number>();
    const turns = new Map<string, number>();
    const turnsOf = ({ id }: PostRecord) => turns.get(id) ?? 0;
    let again: string | undefined;
    let isSecond = false;
    for (;;) {
      const own = await readInTime(author.userId);
      const due = own
        .filter((record) => isDue(record) && !silent.has(record.id) && !waits.has(record.id))
        .sort((a, b) => turnsOf(a) - turnsOf(b));
      // After a record without an answer, tries another: a different one in each run, as any may never get an answer.
      const record = due.find(({ id }) => id === again) ?? due[isSecond ? pace.tries() % due.length : 0];
      if (!record) break;
      const { id } = record;
      const sent = turnsOf(record) < mostTurns ? await sendRecord(record, own, sending) : noAnswer;
      if (sent.kind === 'done') {
        turns.set(id, turnsOf(record) + 1);
        waits.clear();
        isSecond = false;
      } else if (sent.kind === 'wait') waits.set(id, sent.ms);
      else if (!isSecond && again !== id && sent.why === 'silence' && sent.holdMs === 0 && due.length > 1) again = id;
      else {
        silent.set(id, sent);
        if (isSecond || sent.why !== 'silence') break;
        isSecond = true;
      }
    }
    const last = [...silent.values()].at(-1);
    if (!last) return waits.size > 0 ? { kind: 'wait', ms: Math.min(...waits.values()) } : { kind: 'done' };
    const left = { ...last, holdMs: Math.max(...[...silent.values()].map(({ holdMs }) => holdMs)) };
    pace.unanswered(left);
    return left;
  });

const readInTime = (userId: string): Promise<PostRecord[]> => withTimeout(timeouts.databaseTimeoutMs, readOwn(userId));

/**
 * Releases the records that wait for a login. First waits until no sender runs: a sender with the old login might hold
 * the records again.
 */
export const releaseAfterLogin = (userId: string): Promise<void> =>
  withLock(lockName, async () => {
    for (const { id, hold } of await readInTime(userId))
      if (hold?.kind === 'login') await applyEvent(id, { kind: 'released', hold: 'login' });
  });

/** Sends a record by one call at most. Never rejects: a record that cannot be stored must not hold up the others. */
async function sendRecord(
  record: PostRecord,
  own: readonly PostRecord[],
  { author, backend, pace }: Sending,
): Promise<Sent> {
  try {
    const since = Date.now();
    const prepared = await backend.prepare(record, author.token, own);
    if (prepared.kind === 'wait' || prepared.kind === 'no answer') return prepared;
    if (prepared.kind === 'answered') {
      await applyAnswer(record, prepared);
      return { kind: 'done' };
    }
    const step = await applyEvent(record.id, { kind: 'due', seen: prepared.seen });
    if (step?.told?.kind !== 'call') return { kind: 'done' };
    const { call } = step.told;
    const answer = await backend.call(step.record, call, author.token);
    if (answer.kind === 'no answer') return answer;
    const text = textOfCall(call);
    // Ignores the answer if the device slept for days: the pictures may have been removed before the text arrived.
    if (text && imagesNamedIn(text).length > 0 && !isReliable(since)) return noAnswer;
    pace.answered();
    await applyAnswer(step.record, answer);
    return { kind: 'done' };
  } catch (error) {
    console.error('Could not send a pending text or delete; trying again later.', error);
    return noAnswer;
  }
}

/**
 * Applies an answer to the caches and tells all tabs, then updates the record. After a crash in between, the sender
 * repeats the call and gets the same answer.
 *
 * @param before the record as it was when the call was made.
 */
export async function applyAnswer(before: PostRecord, { event, post }: Answered): Promise<void> {
  const change = changeOf(before, play(before, event, { id: uuid, now: Date.now() }).record, post);
  if (change) await confirmChange(change);
  await applyEvent(before.id, event);
}
