import { readAside } from './draft-aside.ts';
import { type Draft, discardDraft, listDrafts, readDraft } from './drafts.ts';
import { newIdempotencyKey } from './idempotency.ts';
import { lockNames, spans, tabKeys } from './storage.ts';

/** A draft that this tab holds alone: no other tab writes it until it is let go. */
export interface HeldDraft {
  draft: Draft;
  /** Whether it lies on the device as it is here. */
  isKept: boolean;
  letGo: () => void;
}

/**
 * The draft of this tab: the one it had before a reload, else the newest that no other tab holds, as after a crash,
 * else a new one.
 */
export async function openTabDraft(userId: string | null): Promise<HeldDraft> {
  const own = sessionStorage.getItem(tabKeys.draft(userId));
  // A duplicated tab has a copy of the id: it finds the draft held, and takes another. But it may also be this very tab
  // that has not quite let go yet, before a reload or a moment ago on another screen: that is worth a short wait.
  const held = own === null ? undefined : await holdDraft(own, userId, spans.draftHeld);
  if (held) return held;
  // Without Web Locks (plain http) it can't be told whether another tab is writing there.
  const drafts = own === null && navigator.locks ? await listDrafts(userId) : [];
  for (const { id, origin } of drafts) {
    const found = origin === 'typed' ? await holdDraft(id, userId) : undefined;
    if (found) return found;
  }
  return newTabDraft(userId);
}

/** An empty one, which needs nothing of the device; what the tab held before stays among the earlier drafts. */
export async function newTabDraft(userId: string | null, id = newIdempotencyKey()): Promise<HeldDraft> {
  const letGo = await hold(id, 0);
  if (!letGo) throw new Error('A new draft is held by another tab');
  sessionStorage.setItem(tabKeys.draft(userId), id);
  return { draft: blankDraft(id, userId), isKept: true, letGo };
}

/**
 * @param patience how long to wait for whoever holds it, in milliseconds.
 * @returns nothing when another tab holds it, it has been discarded, or it is somebody else's.
 */
export async function holdDraft(id: string, userId: string | null, patience = 0): Promise<HeldDraft | undefined> {
  const letGo = await hold(id, patience);
  if (!letGo) return undefined;
  try {
    const kept = await readDraft(id);
    const aside = readAside(id, kept);
    const draft = aside ?? kept ?? blankDraft(id, userId);
    if (draft.discardedAt === undefined && (draft.userId === null || draft.userId === userId)) {
      sessionStorage.setItem(tabKeys.draft(userId), id);
      // What was typed before the login becomes the author's own.
      return { draft: { ...draft, userId }, isKept: aside === undefined, letGo };
    }
  } catch (error) {
    letGo();
    throw error;
  }
  letGo();
  return undefined;
}

/** @returns whether it was discarded: not while a tab holds it, whose author would read that it is saved. */
export async function discardUnlessHeld(draft: Draft): Promise<boolean> {
  const letGo = await hold(draft.id, 0);
  if (!letGo) return false;
  try {
    await discardDraft(draft);
  } finally {
    letGo();
  }
  return true;
}

/** After a post: the form that the reload brings is empty. */
export const leaveTabDraft = (userId: string | null): void =>
  sessionStorage.setItem(tabKeys.draft(userId), newIdempotencyKey());

const blankDraft = (id: string, userId: string | null): Draft => ({
  version: 1,
  id,
  userId,
  post: { title: '', imgUrl: '', content: '' },
  savedAt: 0,
  origin: 'typed',
});

/** Without Web Locks nobody can hold anything; each tab has the id it made, unless it was duplicated. */
function hold(id: string, patience: number): Promise<(() => void) | undefined> {
  if (!navigator.locks) return Promise.resolve(() => undefined);
  const options = patience > 0 ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(lockNames.draft(id), options, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve(release));
      })
      .catch((error) => (options.signal?.aborted ? resolve(undefined) : reject(error)));
  });
}
