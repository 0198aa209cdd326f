import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { lockNames, tabKeys } from '../storage/storage-names.ts';
import { readTabItem, writeTabItem } from '../storage/tab-storage.ts';
import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';
import { discardListedDraft, readBackedUpDrafts } from './all-drafts.ts';
import { hasBackup, readBackup } from './draft-backup.ts';
import {
  type Draft,
  type DraftTombstone,
  type EditOf,
  firstTextOf,
  listDrafts,
  mayBeSeenBy,
  readDraftState,
} from './drafts.ts';

/** A draft whose lock this tab holds: no other tab writes it until it is released. */
export interface HeldDraft {
  draft: Draft;
  /** Whether the device has this version of the text. */
  isSaved: boolean;
  release: () => void;
}

/** The form of a post's edit. Each post has drafts of its own. */
export interface EditForm {
  postId: string;
  /** What an edit begins from that is begun now. */
  begin: () => EditOf;
}

interface OpenOptions {
  id?: string | undefined;
  edit?: EditForm | undefined;
  /** How long to wait for the draft's lock, in milliseconds. */
  patience?: number;
}

const tabKeyOf = (userId: string | null, postId?: string): string =>
  tabKeys.draft(userId) + (postId === undefined ? '' : `/${postId}`);

/**
 * The draft of this tab: the one it had before a reload, else its newest backup, else the newest draft that no other
 * tab holds (as after a crash), else a new one.
 */
export async function openTabDraft(userId: string | null, edit?: EditForm): Promise<HeldDraft> {
  const own = readTabItem(tabKeyOf(userId, edit?.postId));
  // A duplicated tab has the same id: it finds the draft locked, and begins another. But the lock may also be this
  // tab's own, not yet released before a reload or by another screen a moment ago: that is worth a short wait.
  const held = own === null ? undefined : await holdDraft(own, userId, { edit, patience: timeouts.draftLockTimeoutMs });
  if (held) return held;
  if (own !== null) return newTabDraft(userId, { edit });
  return (
    (await holdFirst(await readBackedUpDrafts(userId, edit?.postId), userId, edit)) ??
    (await holdNewest(userId, edit)) ??
    newTabDraft(userId, { edit })
  );
}

/** Finds nothing without Web Locks (plain http), as another tab could be writing to any of the drafts. */
const holdNewest = async (userId: string | null, edit?: EditForm) =>
  navigator.locks ? holdFirst(await listDrafts(userId, Date.now(), edit?.postId), userId, edit) : undefined;

async function holdFirst(drafts: Draft[], userId: string | null, edit?: EditForm): Promise<HeldDraft | undefined> {
  for (const { id, origin } of drafts) {
    const found = origin === 'typed' ? await holdDraft(id, userId, { edit }) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** A new draft. Reads nothing from the device; the draft the tab had before stays among the earlier ones. */
export async function newTabDraft(userId: string | null, { id, edit }: OpenOptions = {}): Promise<HeldDraft> {
  const own = id ?? newIdempotencyKey();
  const release = await hold(own, 0);
  // A given id is that of a shared text, which may be in another tab's form by now.
  if (!release) return newTabDraft(userId, { edit });
  rememberTabDraft(userId, own, edit?.postId);
  return { draft: newDraft(own, userId, { edit }), isSaved: true, release };
}

/** Makes the next form of this tab, for this user, open this draft. */
export const rememberTabDraft = (userId: string | null, id: string, postId?: string): void =>
  void writeTabItem(tabKeyOf(userId, postId), id);

/**
 * @returns `undefined` when another tab holds it, it has been discarded, or it is somebody else's.
 * @throws when the device cannot be read and this tab has no backup of the draft.
 */
export async function holdDraft(
  id: string,
  userId: string | null,
  { patience = 0, edit }: OpenOptions = {},
): Promise<HeldDraft | undefined> {
  const release = await hold(id, patience);
  if (!release) return undefined;
  try {
    const { draft, isSaved } = await readLatest(id, userId, edit);
    if (draft.discardedAt === undefined && mayBeSeenBy(userId, draft)) {
      rememberTabDraft(userId, id, edit?.postId);
      // What was typed before the login becomes the author's own.
      return { draft: { ...draft, userId }, isSaved, release };
    }
  } catch (error) {
    release();
    throw error;
  }
  release();
  return undefined;
}

/** The draft on the device, or this tab's backup if that is newer. */
async function readLatest(
  id: string,
  userId: string | null,
  edit: EditForm | undefined,
): Promise<Pick<HeldDraft, 'draft' | 'isSaved'>> {
  const reading = readDraftState(id);
  // Waits long enough for a slow device: the backup may be published by now, and only the device knows.
  try {
    const stored = await (hasBackup(id) ? withTimeout(2 * timeouts.databaseOpenTimeoutMs, reading) : reading);
    const aside = readBackup(id, stored);
    // A text typed from now on is newer than the tombstone, even when the clock has been put back.
    return {
      draft: aside ?? stored.draft ?? newDraft(id, userId, { edit, ended: stored.ended }),
      isSaved: aside === undefined,
    };
  } catch (error) {
    const aside = readBackup(id);
    if (!aside) throw error;
    console.error('Could not read the draft from this device; using the backup in this tab.', error);
    return { draft: aside, isSaved: false };
  }
}

/** @returns whether it was discarded: not while a tab holds it, where its author would read that it is saved. */
export async function discardUnlessHeld(draft: Draft): Promise<boolean> {
  const letGo = await hold(draft.id, 0);
  if (!letGo) return false;
  try {
    await discardListedDraft(draft);
  } finally {
    letGo();
  }
  return true;
}

/** Called after a post is submitted, so that the form is empty after the reload. */
export const forgetTabDraft = (userId: string | null, edit?: EditForm): void =>
  rememberTabDraft(userId, newIdempotencyKey(), edit?.postId);

/** Blank, or with the text that the edit begins from. */
function newDraft(
  id: string,
  userId: string | null,
  { edit, ended }: { edit: EditForm | undefined; ended?: DraftTombstone | undefined },
): Draft {
  const begun = edit && withItsAttempts(edit.begin());
  const post = begun ? firstTextOf(begun) : { title: '', imgUrl: '', content: '' };
  const before = { savedAt: ended?.savedAt ?? 0, ...(ended?.forms && { forms: ended.forms }) };
  return { version: 1, id, userId, post, ...before, origin: 'typed', ...(begun && { edit: begun }) };
}

/**
 * An edit that begins from the base's text began from no attempt. It may be begun while another tab holds the draft of an
 * edit that was cancelled: as the successor of that one, it would take back what has arrived of it.
 */
function withItsAttempts({ attempts, ...of }: EditOf): EditOf {
  return attempts && of.from ? { ...of, attempts } : of;
}

/**
 * Takes the draft's lock. Without Web Locks, or where the browser forbids them along with all storage, every call
 * succeeds: tabs are then kept apart by the ids they made, unless a tab was duplicated.
 *
 * @returns a function that releases the lock; `undefined` when another tab has it.
 */
function hold(id: string, patience: number): Promise<(() => void) | undefined> {
  if (!navigator.locks) return Promise.resolve(() => undefined);
  const options = patience > 0 ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(lockNames.draft(id), options, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve(release));
      })
      .catch((error) => {
        if (options.signal?.aborted) resolve(undefined);
        else if (error instanceof DOMException && error.name === 'SecurityError') resolve(() => undefined);
        else reject(error);
      });
  });
}
