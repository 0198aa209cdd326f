import { v7 as uuid } from 'uuid';
import type { NewPost, Post } from '../../contract/posts.ts';
import { announce, hearChannel } from '../../device/channel.ts';
import { changeInTime } from '../../device/storage/record-changes.ts';
import type { RecordStore } from '../../device/storage/record-database.ts';
import { inTransaction } from '../../device/storage/records.ts';
import { withEviction } from '../../device/storage/with-eviction.ts';
import { evictionsForTexts } from '../../reading/store/evict-reading.ts';
import { authorOfFormDraft, type FormDraft, withFormDrafts } from './form-drafts.ts';
import { blank, newRecord, type PostRecord, recordOfPost } from './post-record.ts';
import type { Fresh, Step, Typed, WritingEvent } from './record-events.ts';
import { hasTyped, isWrittenByAnotherForm } from './record-forms.ts';
import { withoutDiscarded } from './record-line.ts';
import { afterRetention, type ShownRecord, shownOf, stateOf } from './record-state.ts';
import { play } from './record-table.ts';

/** The key prefixes of stored texts, and the name of a channel. Renaming a prefix loses the texts of authors. */
const names = { record: 'post-record/', formDraft: 'post-backup/', channel: 'writing' } as const;

const recordKey = (id: string) => names.record + id;
/** Includes the key of the form, because two forms may each have typed text of one record. */
const formDraftKey = ({ start, typed }: FormDraft) => `${names.formDraft}${start.id}/${typed.form}`;

const fresh = (): Fresh => ({ id: uuid, now: Date.now() });

/**
 * Applies an event to the stored record, in one transaction: reads the record, applies the table, writes the result,
 * and tells every tab. If the post is deleted, stores typed or submitted text in the record's successor.
 *
 * @param start the record to use if the database has none. If both are missing, the event has no effect.
 * @returns the step; `undefined` if there is no record.
 * @throws DOMException `QuotaExceededError` if evicting is not enough, `TimeoutError` if the database hangs.
 */
export const applyEvent = (id: string, event: WritingEvent, start?: PostRecord): Promise<Step | undefined> =>
  change(async (store) => {
    const [stored, formDrafts] = await readStoredIn(store);
    const typed = event.kind === 'typed' || event.kind === 'submitted' ? { ...event, began: start?.forms } : undefined;
    // Ignores the stored draft of the same form, because the event includes its text.
    const others = formDrafts.filter((each) => each.typed.form !== typed?.form);
    const before = withFormDrafts(stored, others);
    const record = before.find((each) => each.id === id) ?? start;
    const isElsewhere = record && typed && (record.successor !== undefined || isWrittenByAnotherForm(record, typed));
    const records = isElsewhere ? withFormDrafts(before, [{ start: start ?? record, typed }]) : before;
    const step = isElsewhere
      ? stepForOtherRecord(record, records, typed)
      : record && play(record, typed ?? event, fresh());
    const played = step ? [step.record, ...(step.created ?? [])] : [];
    const after = new Map([...withDiscarded(stored, records), ...played].map((each) => [each.id, each]));
    await replaceIn(store, stored, formDrafts, [...after.values()]);
    return step;
  });

/** Changes records in one transaction. If the quota is exceeded, evicts posts and images that can be fetched again. */
const change = <T>(work: (store: RecordStore) => Promise<T>): Promise<T> =>
  withEviction(() => changeInTime(work), evictionsForTexts);

/** Returns the step for a text stored in another record. If that is the successor, tells that the post is gone. */
function stepForOtherRecord(record: PostRecord, records: PostRecord[], typed: Typed): Step {
  const successor = records.find(({ id }) => id === record.successor);
  if (!successor || !hasTyped(successor, typed)) return { record };
  return { record: successor, told: { kind: 'gone', successor: successor.id } };
}

/** Stores changed records, and removes records that `after` lacks. Removes all form drafts: `after` has their text. */
async function replaceIn(
  store: RecordStore,
  before: PostRecord[],
  formDrafts: FormDraft[],
  after: PostRecord[],
): Promise<void> {
  const changed = after.filter((each) => !before.includes(each));
  const left = new Set(after.map(({ id }) => id));
  for (const each of changed) store.put(recordKey(each.id), each);
  for (const { id } of before) if (!left.has(id)) store.remove(recordKey(id));
  for (const formDraft of formDrafts) store.remove(formDraftKey(formDraft));
  await store.commit();
  if (changed.length + formDrafts.length > 0) announceWriting({ isDue: changed.some(isDue) });
}

/** Adds a record for each discarded draft that a form draft has replaced. */
const withDiscarded = (before: PostRecord[], after: PostRecord[]): PostRecord[] => [
  ...after,
  ...before.flatMap((each) => {
    const record = after.find(({ id }) => id === each.id);
    return (record && withoutDiscarded(each, { record }, fresh()).created) ?? [];
  }),
];

const readStoredIn = (store: RecordStore): Promise<[PostRecord[], FormDraft[]]> =>
  Promise.all([store.getAll<PostRecord>(names.record), store.getAll<FormDraft>(names.formDraft)]);

/**
 * Stores the text that the form has when the transaction begins, so that a delayed write never stores an earlier text.
 * Reads nothing, because a page that is being closed may end before the read does.
 *
 * @param evictions make room if the quota is exceeded, one after the other.
 */
export async function putFormDraft(latest: () => FormDraft, evictions = evictionsForTexts): Promise<void> {
  const put = (store: RecordStore) => {
    const formDraft = latest();
    store.put(formDraftKey(formDraft), { ...formDraft, at: Date.now() } satisfies FormDraft);
    return store.commit();
  };
  await withEviction(() => inTransaction('readwrite', put), evictions);
  announceWriting({ isDue: false });
}

/** Returns all records. @param aside form drafts that are not in the database, such as the backups of this tab. */
export const readAllRecords = (aside: FormDraft[] = []): Promise<PostRecord[]> =>
  inTransaction('readonly', (store) => readAllRecordsIn(store, aside));

export async function readAllRecordsIn(store: RecordStore, aside: FormDraft[] = []): Promise<PostRecord[]> {
  const [records, formDrafts] = await readStoredIn(store);
  return withFormDrafts(records, [...formDrafts, ...aside]);
}

export const readPostRecord = (id: string): Promise<PostRecord | undefined> =>
  inTransaction('readonly', async (store) => (await readAllRecordsIn(store)).find((each) => each.id === id));

/**
 * Returns an author's record of a post. If the author edited the post before its publication was confirmed, the post
 * has two records. In that case, returns the one that is not done.
 */
export function recordOfAuthor(records: PostRecord[], postId: string, userId: string): PostRecord | undefined {
  const own = records.filter((record) => record.postId === postId && record.userId === userId);
  return own.find((record) => stateOf(record).kind !== 'done') ?? own[0];
}

/** Returns the author's record of a published post, or a new record. */
export function recordForPost(records: PostRecord[], post: Post, userId: string): PostRecord {
  // A server that was restored from a backup may have a deleted post again. The old record still uses the post's id.
  const isTaken = records.some(({ id }) => id === post._id);
  return recordOfAuthor(records, post._id, userId) ?? recordOfPost(post, userId, isTaken ? uuid() : post._id);
}

/** Stores an imported text as a draft, unless a record has this id. @returns whether the id was free. */
export function addDraft(id: string, userId: string, text: NewPost, changedAt: number): Promise<boolean> {
  return change(async (store) => {
    const isNew = (await store.get(recordKey(id))) === undefined;
    if (isNew) store.put(recordKey(id), { ...newRecord(id, userId), rev: 1, changedAt, draft: { text, from: blank } });
    await store.commit();
    return isNew;
  });
}

/** Removes all records and form drafts of a user. */
export const removeRecordsOf = (userId: string): Promise<void> =>
  change(async (store) => {
    const [records, formDrafts] = await readStoredIn(store);
    for (const record of records) if (record.userId === userId) store.remove(recordKey(record.id));
    for (const formDraft of formDrafts)
      if (authorOfFormDraft(formDraft) === userId) store.remove(formDraftKey(formDraft));
    await store.commit();
    announceWriting({ isDue: false });
  });

/** Returns whether the sender has something to do for the record. */
export const isDue = ({ pending, hold }: PostRecord): boolean => pending !== undefined && !hold;

/**
 * Returns this user's records: first those with a pending submission, oldest first, then the others.
 *
 * @param aside as for `readAllRecords`.
 */
export async function readOwn(userId: string | null, aside: FormDraft[] = []): Promise<PostRecord[]> {
  const at = ({ pending }: PostRecord) => pending?.at ?? Number.POSITIVE_INFINITY;
  const own = (await readAllRecords(aside)).filter((record) => record.userId === userId);
  return own.sort((a, b) => (at(a) === at(b) ? (a.id < b.id ? -1 : 1) : at(a) - at(b)));
}

/** Returns the records that this user sees, most recently changed first. @param aside as for `readAllRecords`. */
export async function readShown(userId: string | null, aside: FormDraft[] = []): Promise<ShownRecord[]> {
  return shownOf(await readAllRecords(aside), userId);
}

/** The number of most recently changed records that stay whatever their age, as a device's clock may jump by months. */
const rememberedRecords = 20;

/** Merges form drafts into their records. Removes expired drafts and finished records, see `afterRetention`. */
export const sweepRecords = (now = Date.now()): Promise<void> => change((store) => sweepIn(store, now));

async function sweepIn(store: RecordStore, now: number): Promise<void> {
  const [stored, formDrafts] = await readStoredIn(store);
  const all = withDiscarded(stored, withFormDrafts(stored, formDrafts)).sort((a, b) => b.changedAt - a.changedAt);
  const left = all.flatMap((each, index) => afterRetention(each, now) ?? (index < rememberedRecords ? each : []));
  await replaceIn(store, stored, formDrafts, left);
}

/** Calls `hear` when any tab or the worker has changed a record. Returns a function that stops this. */
export const hearWriting = (hear: (news: { isDue: boolean }) => void): (() => void) => hearChannel(names.channel, hear);

export const announceWriting = (news: { isDue: boolean }): void => announce(names.channel, news);
