import type { Post } from '../contract/posts.ts';
import { createObservable, type Observable } from '../device/observable.ts';
import { timeouts } from '../device/timeouts.ts';
import { resultWithin, withTimeout } from '../device/with-timeout.ts';
import { authorOf, session } from '../session/session.ts';
import { applyUnlessOpen } from './forms/form-lock.ts';
import { isEdit, type PostRecord } from './record/post-record.ts';
import type { Step, WritingEvent } from './record/record-events.ts';
import type { ShownRecord } from './record/record-state.ts';
import { applyEvent, readAllRecords, readPostRecord, recordForPost } from './record/record-store.ts';
import { rememberInTab } from './record/tab-text.ts';
import { deleteOnce, pageSender } from './sender/page-sender.ts';

export type WritingAction = 'publish too' | 'resolve' | 'retry' | 'cancel and edit' | 'discard' | 'undo delete';

/** Returns the actions that My Blogs offers for a record. */
export function actionsOf({ record, state }: ShownRecord): WritingAction[] {
  if (record.pending?.kind === 'delete') return ['retry', 'undo delete'];
  switch (state.kind) {
    case 'conflict':
      return ['resolve', 'discard'];
    case 'published':
      return ['publish too', 'cancel and edit', 'discard'];
    case 'waiting':
    case 'refused':
    case 'needs login':
      return ['retry', 'cancel and edit', 'discard'];
    case 'draft':
    case 'discarded':
    case 'done':
      return [];
  }
}

/** The notices that My Blogs shows above the pending texts. */
interface Notices {
  /** The record whose draft the author discarded last, for Undo. */
  discarded?: PostRecord | undefined;
  openElsewhere?: PostRecord | undefined;
  isTooLate: boolean;
}

/** The actions of the buttons in My Blogs and in the list of drafts. */
export interface MyWriting {
  notices: Observable<Notices>;
  /** Cancels a submission, so that its author can edit the text again. Returns whether the record has a draft now. */
  edit(record: PostRecord): Promise<boolean>;
  discard(record: PostRecord): Promise<void>;
  undoDelete(record: PostRecord): Promise<void>;
  /** Restores a discarded text. @returns whether the text was still stored. */
  takeBack(record: PostRecord): Promise<boolean>;
  retry(record: PostRecord): Promise<void>;
  publishToo(record: PostRecord): Promise<void>;
}

export function myWriting(): MyWriting {
  const notices = createObservable<Notices>({ isTooLate: false });
  const act = async (record: PostRecord, event: WritingEvent): Promise<Step | undefined> => {
    const step = await applyUnlessOpen(record.id, event);
    notices.set({ ...notices.get(), isTooLate: false, openElsewhere: step === 'open elsewhere' ? record : undefined });
    return step === 'open elsewhere' ? undefined : step;
  };
  return {
    notices,
    async edit(record) {
      const step = await act(record, { kind: 'cancelled' });
      if (!step?.record.draft) return false;
      if (!isEdit(step.record)) rememberInTab(record.userId, record.id);
      return true;
    },
    async discard(record) {
      const step = await act(record, { kind: 'discarded' });
      const left = step && [step.record, ...(step.created ?? [])].find(({ draft }) => draft?.discarded);
      notices.set({ ...notices.get(), discarded: left });
    },
    undoDelete: async (record) => void (await act(record, { kind: 'cancelled' })),
    async takeBack(record) {
      const step = await act(record, { kind: 'restored' });
      if (notices.get().openElsewhere) return false;
      const isBack = step !== undefined && step.record.draft?.discarded === undefined && isThere(step.record);
      notices.set({ ...notices.get(), discarded: undefined, isTooLate: !isBack });
      if (isBack && step.record.pending) void pageSender().sendNow();
      return isBack;
    },
    async retry({ id, hold }) {
      if (hold?.kind === 'login' || hold?.kind === 'refused')
        await applyEvent(id, { kind: 'released', hold: hold.kind });
      await pageSender().sendNow();
    },
    async publishToo({ id }) {
      await applyEvent(id, { kind: 'published too' });
      await pageSender().sendNow();
    },
  };
}

const isThere = ({ draft, pending }: PostRecord): boolean => draft !== undefined || pending !== undefined;

/**
 * The result of a delete. `taken`: the post is deleted. `draft`: the id of the record that has the post's text as a
 * draft. `waiting`: the sender makes the call later.
 */
export type DeleteResult =
  | { kind: 'taken'; draft?: string | undefined }
  | { kind: 'waiting' | 'refused' | 'open elsewhere' };

/** Deletes the author's post. Without a login, makes the call once and does not store it for later. */
export async function deletePost(post: Post, userId: string): Promise<DeleteResult> {
  if (authorOf(session.get()) === null) return { kind: (await deleteOnce(post)) ? 'taken' : 'refused' };
  const start = recordForPost(await withTimeout(timeouts.databaseTimeoutMs, readAllRecords()), post, userId);
  const patience = timeouts.draftLockTimeoutMs;
  if ((await applyUnlessOpen(start.id, { kind: 'deleted' }, { start, patience })) === 'open elsewhere')
    return { kind: 'open elsewhere' };
  await resultWithin(timeouts.submitTimeoutMs, pageSender().sendNow());
  try {
    const after = await withTimeout(timeouts.databaseTimeoutMs, readPostRecord(start.id));
    if (after?.pending?.kind !== 'delete') return { kind: 'taken', draft: await draftLeftBy(after) };
    if (after.hold?.kind !== 'refused') return { kind: 'waiting' };
  } catch (error) {
    console.error('Could not read the outcome of a delete; showing it as waiting.', error);
    return { kind: 'waiting' };
  }
  // Cancels the refused delete. An edit that was pending before the delete remains as a draft.
  await applyEvent(start.id, { kind: 'cancelled' });
  return { kind: 'refused' };
}

/** Returns the id of the record's successor, if the successor has a draft. */
async function draftLeftBy(gone: PostRecord | undefined): Promise<string | undefined> {
  if (gone?.successor === undefined) return undefined;
  return (await withTimeout(timeouts.databaseTimeoutMs, readPostRecord(gone.successor)))?.draft && gone.successor;
}
