import type { NewPost } from '../../contract/posts.ts';
import { forgetPost, outdateLists } from '../copies/confirmed.ts';
import { draftRecord } from '../drafts.ts';
import { readRecord } from '../records.ts';
import { lockNames, spans } from '../storage.ts';
import { goesAt, pauseAfter } from './backoff.ts';
import { changeEntry, entryKey, readOutbox, removeEntry } from './box.ts';
import type { Entry } from './entry.ts';
import type { Outcome, Transport } from './transport.ts';

/**
 * `due`: what has waited long enough. `all`: also what only our own pauses hold back. `login`: also what waited for its
 * author's login. `id`: that entry alone.
 */
export type Reach = 'due' | 'all' | 'login' | { id: string };

export interface Sending {
  /** Whose entries: nobody else's are sent. */
  userId: string;
  transport: Transport;
  reach: Reach;
  now?: () => number;
}

/**
 * Sends what waits, oldest first, one sender at a time over all tabs and the worker.
 *
 * @returns what became of each entry that was sent, by its id.
 */
export function sendOutbox({ userId, transport, reach, now = Date.now }: Sending): Promise<Map<string, Outcome>> {
  return alone(async () => {
    const outcomes = new Map<string, Outcome>();
    const entries = (await readOutbox()).filter((entry) => entry.userId === userId);
    const doubtful = new Map(entries.filter(({ isInDoubt }) => isInDoubt).map((entry) => [entry.id, entry]));
    for (const entry of entries) {
      // Were another with the same text published meanwhile, it would be taken for the call that is in doubt.
      const first = [...doubtful.values()].find((other) => isSameText(other, entry));
      const isClear = transport.knowsKeys || first === undefined || first.id === entry.id;
      if (!isClear || !isToGo(entry, reach, now())) continue;
      const outcome = await sendEntry(entry, transport, now);
      if (outcome) outcomes.set(entry.id, outcome);
      const left = await readRecord<Entry>(entryKey(entry.id));
      if (left?.isInDoubt) doubtful.set(left.id, left);
      else doubtful.delete(entry.id);
    }
    return outcomes;
  });
}

let turn: Promise<unknown> = Promise.resolve();

/**
 * Without Web Locks (plain http) there is no worker and hardly a second tab, but a page alone has several occasions to
 * send: they take turns.
 */
function alone<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(lockNames.outbox, work);
  const mine = turn.then(work);
  turn = Promise.allSettled([mine]);
  return mine;
}

/** Whoever holds the lock and finds an entry being sent finds one whose sender has died: it goes at once. */
function isToGo({ id, state }: Entry, reach: Reach, now: number): boolean {
  if (typeof reach === 'object' && reach.id !== id) return false;
  switch (state.name) {
    case 'sending':
      return true;
    case 'waiting':
      return goesAt(reach === 'due' ? state : { ...state, notBefore: 0 }, now) <= now;
    case 'needs login':
      return reach === 'login';
    case 'refused':
      return false;
  }
}

/** @returns nothing when its author took the entry out before it went. */
async function sendEntry(entry: Entry, transport: Transport, now: () => number): Promise<Outcome | undefined> {
  const mustLook = entry.work.kind === 'publish' && !transport.knowsKeys;
  let sameBefore = entry.sameBefore;
  if (mustLook) {
    // Its page was closed a moment ago, perhaps, and the backend is still at it.
    if (entry.state.name === 'sending') return settle(entry, { kind: 'unanswered', holdFor: spans.arrival }, now());
    const same = await countSame(entry.work.post, entry.userId, transport);
    if (same === undefined) return settle(entry, { kind: 'unanswered', holdFor: 0 }, now());
    if (entry.isInDoubt && sameBefore !== undefined && same > sameBefore)
      return settle(entry, { kind: 'taken' }, now());
    sameBefore ??= same;
  }
  const isStillHere = await changeEntry(entry.id, (latest) => ({
    ...latest,
    state: { name: 'sending' },
    isInDoubt: true,
    ...(sameBefore !== undefined && { sameBefore }),
  }));
  if (!isStillHere) return undefined;
  const outcome = await transport.send(entry);
  const mayArriveYet = mustLook && outcome.kind === 'unanswered';
  return settle(
    entry,
    mayArriveYet ? { ...outcome, holdFor: Math.max(outcome.holdFor, spans.arrival) } : outcome,
    now(),
  );
}

/**
 * A backend without keys can't tell a repetition from a second post. So the author's own posts with the same text are
 * counted before the first call, and before every repetition: one more, and the call whose answer was lost has arrived.
 */
async function countSame(post: NewPost, userId: string, transport: Transport): Promise<number | undefined> {
  const posts = await transport.ownPosts(userId);
  return posts?.filter((other) => isSamePost(other, post)).length;
}

/** Backends trim what they store. */
const isSamePost = (a: NewPost, b: NewPost): boolean =>
  a.title.trim() === b.title.trim() && a.imgUrl.trim() === b.imgUrl.trim() && a.content.trim() === b.content.trim();

const isSameText = (a: Entry, b: Entry): boolean =>
  a.work.kind === 'publish' && b.work.kind === 'publish' && isSamePost(a.work.post, b.work.post);

/**
 * The copies first: should this be the last thing before a crash, the entry is sent once more under its key. A refusal
 * says that this call has not arrived: the entry is in doubt if it was so before.
 */
async function settle(before: Entry, outcome: Outcome, now: number): Promise<Outcome> {
  const { id, userId, work } = before;
  switch (outcome.kind) {
    case 'taken':
      if (work.kind === 'publish') {
        await outdateLists();
        await removeEntry(id);
      } else {
        await forgetPost(work.postId);
        await removeEntry(
          id,
          draftRecord({ version: 1, id, userId, post: work.post, savedAt: now, origin: 'deleted post' }),
        );
      }
      break;
    case 'refused':
      await changeEntry(id, () => ({ ...before, state: { name: 'refused', status: outcome.status } }));
      break;
    case 'not let in':
      await changeEntry(id, () => ({ ...before, state: { name: 'needs login' } }));
      break;
    case 'unanswered':
      await changeEntry(id, (entry) => {
        const tries = entry.tries + 1;
        const heldUntil = outcome.holdFor > 0 ? now + outcome.holdFor : 0;
        return { ...entry, tries, state: { name: 'waiting', notBefore: now + pauseAfter(tries), heldUntil } };
      });
      break;
  }
  return outcome;
}
