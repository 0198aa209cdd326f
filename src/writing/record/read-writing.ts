import { orLog } from '../../device/or-log.ts';
import { isMemoryOnly } from '../../device/storage/record-database.ts';
import { timeouts } from '../../device/timeouts.ts';
import { resultWithin } from '../../device/with-timeout.ts';
import { authorOf, session } from '../../session/session.ts';
import { askBeforeUnload } from './ask-before-unload.ts';
import { withFormDrafts } from './form-drafts.ts';
import { isEdit, type PostRecord } from './post-record.ts';
import { mayBeSeenBy, type ShownRecord, shownOf } from './record-state.ts';
import { hearWriting, readShown } from './record-store.ts';
import { isSubmitted, shownWriting } from './shown-writing.ts';
import { readTabBackups } from './tab-backup.ts';

/**
 * Reads the user's records into `shownWriting`. Waits at most `timeouts.databaseTimeoutMs`, as the database may hang.
 * Never rejects.
 */
export async function loadWriting(): Promise<void> {
  const reading = orLog('Could not read drafts and pending texts; they may be missing on screen.', readShownWriting());
  await resultWithin(timeouts.databaseTimeoutMs, reading);
}

/** Reads the user's records into `shownWriting`, unless another user has logged in meanwhile. */
async function readShownWriting(): Promise<void> {
  const author = authorOf(session.get());
  const shown = await readShown(author);
  if (author === authorOf(session.get())) shownWriting.set(shown);
}

/** Removes other users' records from `shownWriting` at once, because reading the database may take long. */
function hideFromOthers(): void {
  const author = authorOf(session.get());
  shownWriting.set(shownWriting.get().filter(({ record }) => mayBeSeenBy(author, record)));
}

/** Returns the drafts of new posts, including discarded drafts. Never rejects. */
export async function readDrafts(author: string | null): Promise<PostRecord[]> {
  const drafts = (await readTexts(author)).filter(({ state }) => state.kind === 'draft' || state.kind === 'discarded');
  return drafts.map(({ record }) => record).filter((record) => !isEdit(record));
}

/** Returns the records that this user sees, with this tab's backups, most recently changed first. Never rejects. */
async function readTexts(author: string | null): Promise<ShownRecord[]> {
  const aside = readTabBackups();
  try {
    return await readShown(author, aside);
  } catch (error) {
    console.error("Could not read the texts on this device; showing only this tab's backups.", error);
    return shownOf(withFormDrafts([], aside), author);
  }
}

/**
 * Keeps `shownWriting` up to date: reads it now, after each change of the session, and after each change of a record by
 * a tab or the worker. Retries a failed read. Returns a stop function.
 */
export function followWriting(): () => void {
  let isFollowing = true;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const read = async () => {
    clearTimeout(retry);
    try {
      await readShownWriting();
    } catch (error) {
      console.error('Could not read drafts and pending texts; showing them as last read.', error);
      if (isFollowing) retry = setTimeout(read, timeouts.maxRetryMs);
    }
  };
  const stops = [
    hearWriting(() => void read()),
    session.subscribe(hideFromOthers),
    session.subscribe(() => void read()),
  ];
  void read();
  return () => {
    isFollowing = false;
    clearTimeout(retry);
    for (const stop of stops) stop();
  };
}

const isLostWithPage = (): boolean => isMemoryOnly.get() && shownWriting.get().some(isSubmitted);

/** Returns whether closing this page would lose a pending text, because the text is only in page memory. */
export async function waitsInMemory(): Promise<boolean> {
  if (isMemoryOnly.get()) await loadWriting();
  return isLostWithPage();
}

/** Makes the browser ask before it closes or reloads the page, as long as a pending text is only in page memory. */
export const askBeforeLoss = (): (() => void) =>
  shownWriting.subscribe(() => askBeforeUnload('pending texts', isLostWithPage()));
