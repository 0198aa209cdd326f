import { v7 as uuid } from 'uuid';
import type { Post } from '../contract/posts.ts';
import { announce, hearChannel } from '../data/channel.ts';
import { changeInTime } from '../data/storage/record-changes.ts';
import { inTransaction, type RecordStore, readRecords, writeRecords } from '../data/storage/records.ts';
import { withEviction } from '../data/storage/with-eviction.ts';
import { type PostRecord, recordOfPost } from './post-record.ts';
import { afterRetention, mayBeSeenBy, type RecordState, stateOf } from './record-state.ts';
import { type Fresh, play, type Step, type Typed, type WritingEvent } from './record-table.ts';

/** People's texts lie under these names: whoever renames one loses them. */
const names = { record: 'post-record/', backup: 'post-backup/', channel: 'writing' } as const;

const recordKey = (id: string) => names.record + id;
const backupKey = (id: string) => names.backup + id;

/** The last words of a form that was left, and its record as the form began with it. */
interface Backup {
  start: PostRecord;
  typed: Typed;
}

const fresh = (): Fresh => ({ id: uuid, now: Date.now() });

/**
 * Plays an event on the stored record, in one transaction: reads the record, asks the table, writes what it says, and tells
 * every tab. What is typed or submitted after the post is gone goes into the record's successor.
 *
 * @param start the record if the device has none; without it nothing happens to a record that is not there.
 * @returns the step; `undefined` if there is no record.
 * @throws DOMException `QuotaExceededError` when evicting is not enough, `TimeoutError` when the device does not answer.
 */
export async function playEvent(id: string, event: WritingEvent, start?: PostRecord): Promise<Step | undefined> {
  const step = await withEviction(() => changeInTime((store) => playIn(store, id, event, start)));
  if (step) announceWriting({ isDue: isDue(step.record) });
  return step;
}

async function playIn(
  store: RecordStore,
  id: string,
  event: WritingEvent,
  start: PostRecord | undefined,
): Promise<Step | undefined> {
  const stored = await readIn(store, id);
  const record = stored ?? start;
  if (record?.successor !== undefined && (event.kind === 'typed' || event.kind === 'submitted')) {
    const { successor, ...rest } = record;
    store.remove(backupKey(id));
    const step = await playIn(store, successor, { ...event, kind: 'typed' }, { ...rest, id: successor });
    return step && { ...step, told: { kind: 'gone', successor } };
  }
  const step = record && play(record, event, fresh());
  if (step) for (const each of [step.record, ...(step.created ?? [])]) store.put(recordKey(each.id), each);
  // One that came after the post was gone is of the successor.
  if (record?.successor === undefined) store.remove(backupKey(id));
  await store.commit();
  return step;
}

async function readIn(store: RecordStore, id: string): Promise<PostRecord | undefined> {
  const [record, backup] = await Promise.all([store.get<PostRecord>(recordKey(id)), store.get<Backup>(backupKey(id))]);
  return withBackup(record, backup);
}

/**
 * Stores the last words of a form that is being left. Reads nothing before it writes: a page that is being closed does not
 * live to see the answer of a read.
 */
export async function backUp(start: PostRecord, typed: Typed): Promise<void> {
  await writeRecords({ put: { [backupKey(start.id)]: { start, typed } satisfies Backup } });
  announceWriting({ isDue: false });
}

/** Returns the record with the words of a backup that it does not have yet. */
const withBackup = (stored: PostRecord | undefined, backup: Backup | undefined): PostRecord | undefined =>
  backup ? play(stored ?? backup.start, { kind: 'typed', ...backup.typed }, fresh()).record : stored;

const readAll = (): Promise<PostRecord[]> => inTransaction('readonly', readAllIn);

async function readAllIn(store: RecordStore): Promise<PostRecord[]> {
  const [records, backups] = await Promise.all([
    store.getAll<PostRecord>(names.record),
    store.getAll<Backup>(names.backup),
  ]);
  const all = new Map(records.map((record) => [record.id, record]));
  for (const { start, typed } of backups) {
    const id = all.get(start.id)?.successor ?? start.id;
    all.set(id, withBackup(all.get(id), { start: { ...start, id }, typed }) ?? start);
  }
  return [...all.values()];
}

export const readPostRecord = (id: string): Promise<PostRecord | undefined> =>
  inTransaction('readonly', (store) => readIn(store, id));

/** Returns its author's record of a published post, or a new one; `undefined` if its backend cannot edit. */
export async function recordForEdit(post: Post, userId: string): Promise<PostRecord | undefined> {
  const all = await readAll();
  const found = all.find((record) => record.postId === post._id && record.userId === userId);
  // A server that was restored may have a post again that was gone.
  const isTaken = all.some(({ id }) => id === post._id);
  return found ?? recordOfPost(post, userId, isTaken ? uuid() : post._id);
}

/** Whether the sender has something to do for the record. */
export const isDue = ({ pending, hold }: PostRecord): boolean => pending !== undefined && !hold;

/** Returns this user's records, the oldest submission first, and last those that have none. */
export async function readOwn(userId: string): Promise<PostRecord[]> {
  const at = ({ pending }: PostRecord) => pending?.at ?? Number.POSITIVE_INFINITY;
  const own = (await readAll()).filter((record) => record.userId === userId);
  return own.sort((a, b) => (at(a) === at(b) ? (a.id < b.id ? -1 : 1) : at(a) - at(b)));
}

/** Returns the records that My Blogs shows this user, the last changed first. */
export async function readShown(userId: string | null): Promise<{ record: PostRecord; state: RecordState }[]> {
  return (await readAll())
    .filter((record) => mayBeSeenBy(userId, record))
    .map((record) => ({ record, state: stateOf(record) }))
    .filter(({ state }) => state.kind !== 'done')
    .sort((a, b) => b.record.changedAt - a.record.changedAt);
}

/** So many finished records are kept however old, as a clock may jump by months. */
const rememberedRecords = 20;

/**
 * Takes in the backups of pages that were closed. Removes what its author discarded or deleted long enough ago, and finished
 * records after 30 days.
 */
export async function sweepRecords(now = Date.now()): Promise<void> {
  const backups = await readRecords<Backup>(names.backup);
  for (const { start, typed } of backups) await playEvent(start.id, { kind: 'typed', ...typed }, start);
  await changeInTime(async (store) => {
    const all = (await readAllIn(store)).sort((a, b) => b.changedAt - a.changedAt);
    for (const [index, record] of all.entries()) {
      const left = afterRetention(record, now);
      if (left && left !== record) store.put(recordKey(record.id), left);
      if (left || index < rememberedRecords) continue;
      store.remove(recordKey(record.id));
    }
    await store.commit();
  });
}

interface WritingNews {
  /** Whether the record that has changed is to be sent. */
  isDue: boolean;
}

/** Hears that some record has changed, in any tab or the worker; returns a function that stops it. */
export const hearWriting = (hear: (news: WritingNews) => void): (() => void) => hearChannel(names.channel, hear);

export const announceWriting = (news: WritingNews): void => announce(names.channel, news);
