import { v7 as uuid } from 'uuid';
import type { NewPost, Post } from '../../contract/posts.ts';
import { announce, hearChannel } from '../../device/channel.ts';
import { changeInTime } from '../../device/storage/record-changes.ts';
import type { RecordStore } from '../../device/storage/record-database.ts';
import { inTransaction, writeRecords } from '../../device/storage/records.ts';
import { withEviction } from '../../device/storage/with-eviction.ts';
import { evictionsForWords } from '../../reading/store/evict-reading.ts';
import { blank, newRecord, type PostRecord, recordOfPost } from './post-record.ts';
import { afterRetention, mayBeSeenBy, type RecordState, stateOf } from './record-state.ts';
import {
  type Fresh,
  hasWords,
  isOfAnother,
  play,
  playTyped,
  type Step,
  type Typed,
  type WritingEvent,
  withoutDiscarded,
} from './record-table.ts';

/** People's texts lie under these names: whoever renames one loses them. */
const names = { record: 'post-record/', backup: 'post-backup/', channel: 'writing' } as const;

const recordKey = (id: string) => names.record + id;
/** The key of a form's backup: two forms may each have last words of one record. */
const backupKey = ({ start, typed }: Backup) => `${names.backup}${start.id}/${typed.form}`;

/** The last words of a form that was left, and its record as the form began with it. */
export interface Backup {
  start: PostRecord;
  typed: Typed;
}

/** A text that was begun without a login is of whoever typed on. */
export const authorOfBackup = ({ start, typed }: Backup): string | null => start.userId ?? typed.userId ?? null;

const fresh = (): Fresh => ({ id: uuid, now: Date.now() });

/**
 * Plays an event on the stored record, in one transaction: reads the record, asks the table, writes what it says, and tells
 * every tab. What is typed or submitted after the post is gone goes into the record's successor.
 *
 * @param start the record if the device has none; without it nothing happens to a record that is not there.
 * @returns the step; `undefined` if there is no record.
 * @throws DOMException `QuotaExceededError` when evicting is not enough, `TimeoutError` when the device does not answer.
 */
export const playEvent = (id: string, event: WritingEvent, start?: PostRecord): Promise<Step | undefined> =>
  change((store) => playIn(store, id, event, start));

/** In one transaction; room is made for what people wrote. */
const change = <T>(work: (store: RecordStore) => Promise<T>): Promise<T> =>
  withEviction(() => changeInTime(work), evictionsForWords);

async function playIn(
  store: RecordStore,
  id: string,
  event: WritingEvent,
  start: PostRecord | undefined,
): Promise<Step | undefined> {
  const { stored, backups, record: whole, beside } = await readIn(store, id);
  const record = whole ?? start;
  const isTyped = event.kind === 'typed' || event.kind === 'submitted';
  if (isTyped && record?.successor !== undefined) {
    const { successor } = record;
    store.remove(backupKey({ start: record, typed: event }));
    const next = afterGone(record, successor, { start: start ?? record, typed: event });
    const step = await playIn(store, successor, { ...next.typed, kind: 'typed' }, next.start);
    return step && hasWords(step.record, event) ? { ...step, told: { kind: 'gone', successor } } : step;
  }
  const step = record && play(record, isTyped ? { ...event, began: start?.forms } : event, fresh());
  const changed = step && step.record !== stored ? [step.record, ...(step.created ?? []), ...beside] : beside;
  for (const each of changed) store.put(recordKey(each.id), each);
  for (const backup of backups) store.remove(backupKey(backup));
  await store.commit();
  if (changed.length > 0) announceWriting({ isDue: changed.some(isDue) });
  return step;
}

interface ReadRecord {
  stored: PostRecord | undefined;
  /** All that there are; they are taken in. */
  backups: Backup[];
  record: PostRecord | undefined;
  /** Other records that their words are in. */
  beside: PostRecord[];
}

/** Returns the record as it is stored, and with the words of backups: these may go into another, or into one of their own. */
async function readIn(store: RecordStore, id: string): Promise<ReadRecord> {
  if ((await store.keys(names.backup)).length === 0) {
    const stored = await store.get<PostRecord>(recordKey(id));
    return { stored, backups: [], record: stored, beside: [] };
  }
  const [before, backups] = await readStoredIn(store);
  const records = withBackups(before, backups);
  const isOne = (each: PostRecord) => each.id === id;
  const beside = records.filter((each) => !isOne(each) && !before.includes(each));
  const discarded = discardedBelow(before, records);
  return { stored: before.find(isOne), backups, record: records.find(isOne), beside: [...beside, ...discarded] };
}

/** Returns what was discarded and would be gone with the words of backups, as records of their own. */
const discardedBelow = (before: PostRecord[], after: PostRecord[]): PostRecord[] =>
  before.flatMap((each) => {
    const record = after.find(({ id }) => id === each.id);
    return (record && withoutDiscarded(each, { record }, fresh()).created) ?? [];
  });

const readStoredIn = (store: RecordStore): Promise<[PostRecord[], Backup[]]> =>
  Promise.all([store.getAll<PostRecord>(names.record), store.getAll<Backup>(names.backup)]);

/**
 * Stores the last words of a form that is being left. Reads nothing before it writes: a page that is being closed does not
 * live to see the answer of a read.
 */
export async function backUp(start: PostRecord, typed: Typed): Promise<void> {
  await writeRecords({ put: { [backupKey({ start, typed })]: { start, typed } satisfies Backup } });
  announceWriting({ isDue: false });
}

/** A record with the words of a backup. `copy`: of words that do not go on with it. */
interface Restored {
  record: PostRecord | undefined;
  copy?: Backup;
}

/**
 * Takes in the words of a backup that the record does not have. Where another form has written since, without them, or the
 * form did not know of the record, they become a draft of their own.
 */
export function withBackup(stored: PostRecord | undefined, backup: Backup | undefined): Restored {
  if (!backup) return { record: stored };
  const { start, typed } = backup;
  if (stored && (hasWords(stored, typed) || start.rev >= typed.rev)) return { record: stored };
  const isAbove = !stored || (typed.rev > stored.rev && !isOfAnother(stored, { ...typed, began: start.forms }));
  if (isAbove) return { record: playTyped(stored ?? start, typed, Date.now()) };
  return { record: stored, copy: copyOf(backup) };
}

/** The words of a form as those of a record of its own. One that a backup may become as well has the form's key as its id. */
export const copyOf = ({ start, typed }: Backup, id = typed.form): Backup => ({
  start: newRecord(id, typed.userId ?? start.userId),
  typed: { ...typed, from: blank, decidedOn: undefined, rev: Math.max(typed.rev - start.rev, 1) },
});

/** Continues text that is typed after its post is gone in the successor, which is no edit. */
const afterGone = (gone: PostRecord, successor: string, { start, typed }: Backup): Backup => ({
  start: { ...gone, id: successor, successor: undefined, rev: start.rev, forms: start.forms },
  typed: { ...typed, from: blank, decidedOn: undefined },
});

/** Returns the records with the words of backups, each in its place. */
function withBackups(records: PostRecord[], backups: Backup[]): PostRecord[] {
  const all = new Map(records.map((record) => [record.id, record]));
  for (const backup of backups) {
    const gone = all.get(backup.start.id);
    const { start, typed } = gone?.successor === undefined ? backup : afterGone(gone, gone.successor, backup);
    const { record = start, copy } = withBackup(all.get(start.id), { start, typed });
    all.set(start.id, record);
    if (copy) all.set(copy.start.id, withBackup(all.get(copy.start.id), copy).record ?? copy.start);
  }
  return [...all.values()];
}

/** @param aside backups that lie elsewhere. */
export const readAllRecords = (aside: Backup[] = []): Promise<PostRecord[]> =>
  inTransaction('readonly', (store) => readAllRecordsIn(store, aside));

export async function readAllRecordsIn(store: RecordStore, aside: Backup[] = []): Promise<PostRecord[]> {
  const [records, backups] = await readStoredIn(store);
  return withBackups(records, [...backups, ...aside]);
}

export const readPostRecord = (id: string): Promise<PostRecord | undefined> =>
  inTransaction('readonly', async (store) => (await readIn(store, id)).record);

export const readRecordOfPost = async (postId: string, userId: string): Promise<PostRecord | undefined> =>
  recordOf(await readAllRecords(), postId, userId);

/** A post that was edited before it was known to be published has two: the one in which something is left comes first. */
function recordOf(records: PostRecord[], postId: string, userId: string): PostRecord | undefined {
  const own = records.filter((record) => record.postId === postId && record.userId === userId);
  return own.find((record) => stateOf(record).kind !== 'done') ?? own[0];
}

/** Returns its author's record of a published post, or a new one. */
export async function recordForPost(post: Post, userId: string): Promise<PostRecord> {
  const all = await readAllRecords();
  const found = recordOf(all, post._id, userId);
  // A server that was restored may have a post again that was gone.
  const isTaken = all.some(({ id }) => id === post._id);
  return found ?? recordOfPost(post, userId, isTaken ? uuid() : post._id);
}

/** Stores a text that comes from elsewhere as a draft. @returns whether there was no record of this id. */
export function addDraft(id: string, userId: string, text: NewPost, changedAt: number): Promise<boolean> {
  return change(async (store) => {
    const isNew = (await readIn(store, id)).record === undefined;
    if (isNew) store.put(recordKey(id), { ...newRecord(id, userId), rev: 1, changedAt, draft: { text, from: blank } });
    await store.commit();
    return isNew;
  });
}

/** Removes all that is stored of a user's writing. */
export const removeRecordsOf = (userId: string): Promise<void> =>
  change(async (store) => {
    const [records, backups] = await readStoredIn(store);
    for (const record of records) if (record.userId === userId) store.remove(recordKey(record.id));
    for (const backup of backups) if (authorOfBackup(backup) === userId) store.remove(backupKey(backup));
    await store.commit();
    announceWriting({ isDue: false });
  });

/** Whether the sender has something to do for the record. */
export const isDue = ({ pending, hold }: PostRecord): boolean => pending !== undefined && !hold;

/**
 * Returns this user's records, the oldest submission first, and last those that have none.
 *
 * @param aside backups that lie elsewhere.
 */
export async function readOwn(userId: string | null, aside: Backup[] = []): Promise<PostRecord[]> {
  const at = ({ pending }: PostRecord) => pending?.at ?? Number.POSITIVE_INFINITY;
  const own = (await readAllRecords(aside)).filter((record) => record.userId === userId);
  return own.sort((a, b) => (at(a) === at(b) ? (a.id < b.id ? -1 : 1) : at(a) - at(b)));
}

/** A record that its author sees. */
export interface ShownRecord {
  record: PostRecord;
  state: RecordState;
}

/** Returns the records that this user sees, the last changed first. @param aside backups that lie elsewhere. */
export async function readShown(userId: string | null, aside: Backup[] = []): Promise<ShownRecord[]> {
  return shownOf(await readAllRecords(aside), userId);
}

export const shownOf = (records: PostRecord[], userId: string | null): ShownRecord[] =>
  records
    .filter((record) => mayBeSeenBy(userId, record))
    .map((record) => ({ record, state: stateOf(record) }))
    .filter(({ state }) => state.kind !== 'done')
    .sort((a, b) => b.record.changedAt - a.record.changedAt);

/** So many finished records are kept however old, as a clock may jump by months. */
const rememberedRecords = 20;

/**
 * Takes in the backups of pages that were closed. Removes what its author discarded or deleted long enough ago, and finished
 * records after 30 days.
 */
export const sweepRecords = (now = Date.now()): Promise<void> => change((store) => sweepIn(store, now));

async function sweepIn(store: RecordStore, now: number): Promise<void> {
  const [records, backups] = await readStoredIn(store);
  const stored = new Set(records);
  const whole = withBackups(records, backups);
  const all = [...whole, ...discardedBelow(records, whole)].sort((a, b) => b.changedAt - a.changedAt);
  for (const [index, record] of all.entries()) {
    const left = afterRetention(record, now) ?? (index < rememberedRecords ? record : undefined);
    if (!left) store.remove(recordKey(record.id));
    else if (!stored.has(left)) store.put(recordKey(record.id), left);
  }
  for (const backup of backups) store.remove(backupKey(backup));
  await store.commit();
  if (backups.length > 0) announceWriting({ isDue: false });
}

interface WritingNews {
  /** Whether the record that has changed is to be sent. */
  isDue: boolean;
}

/** Hears that some record has changed, in any tab or the worker; returns a function that stops it. */
export const hearWriting = (hear: (news: WritingNews) => void): (() => void) => hearChannel(names.channel, hear);

export const announceWriting = (news: WritingNews): void => announce(names.channel, news);
