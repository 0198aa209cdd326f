import { writeRecords } from '../storage/records.ts';
import { withEviction } from '../storage/with-eviction.ts';
import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';
import { backUpDraft, dropBackup, readBackup, readBackups } from './draft-backup.ts';
import {
  type Draft,
  discardDraft,
  draftRecord,
  isUntouched,
  mayBeSeenBy,
  readDraftState,
  readDrafts,
  restoreDraft,
  type StoredState,
  withoutDiscardedAt,
} from './drafts.ts';

/**
 * The drafts this user may see: those on the device, and this tab's draft backups where they are newer.
 *
 * @param postId whose edits to read; without it, the texts of posts that are not published.
 */
export async function readAllDrafts(userId: string | null, postId?: string): Promise<Draft[]> {
  const onDevice = await readDrafts(userId, Date.now(), postId).catch((error: unknown): Draft[] => {
    console.error('Could not read the earlier drafts; showing only what this tab has.', error);
    return [];
  });
  const aside = await readBackedUpDrafts(userId, postId);
  const ids = new Set(aside.map(({ id }) => id));
  return [...aside, ...onDevice.filter(({ id }) => !ids.has(id))];
}

/** The backups in this tab that are newer than what the device has, or of other texts. */
export async function readBackedUpDrafts(userId: string | null, postId?: string): Promise<Draft[]> {
  const find = () =>
    readBackups().filter((draft) => mayBeSeenBy(userId, draft) && draft.edit?.postId === postId && !isUntouched(draft));
  await Promise.all(find().map(({ id }) => readNewerBackup(id)));
  return find();
}

/** Discards the draft as it is now, not as it was listed: in this tab's backup if that is newer, else on the device. */
export async function discardListedDraft(listed: Draft): Promise<void> {
  const aside = await readNewerBackup(listed.id);
  if (aside) await saveOrBackUp({ ...aside, discardedAt: Date.now() });
  else await discardDraft(listed);
}

/** @returns whether it was restored: not when another tab has restored and published it since. */
export async function restoreListedDraft(listed: Draft): Promise<boolean> {
  const aside = await readNewerBackup(listed.id);
  if (!aside) return restoreDraft(listed);
  await saveOrBackUp(withoutDiscardedAt(aside));
  return true;
}

async function readNewerBackup(id: string): Promise<Draft | undefined> {
  const reading = withTimeout(2 * timeouts.databaseOpenTimeoutMs, readDraftState(id));
  return readBackup(id, await reading.catch(nothingKnown));
}

function nothingKnown(error: unknown): StoredState {
  console.error('Could not read a draft from the device; using what this tab has.', error);
  return {};
}

async function saveOrBackUp(draft: Draft): Promise<void> {
  try {
    await withEviction(() => writeRecords({ put: draftRecord(draft) }));
    dropBackup(draft.id, draft.savedAt);
  } catch (error) {
    console.error('Could not save the draft on the device; keeping a backup in this tab.', error);
    backUpDraft(draft);
  }
}
