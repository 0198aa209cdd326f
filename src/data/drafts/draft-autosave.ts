import type { NewPost } from '../../contract/posts.ts';
import { createObservable, type Observable } from '../observable.ts';
import { isQuotaExceeded } from '../storage/quota.ts';
import { keepsNothing } from '../storage/records.ts';
import { timeouts } from '../timeouts.ts';
import { type BackupLocation, backUpDraft, dropBackup, isBackedUp } from './draft-backup.ts';
import { formsAfter, newFormId } from './draft-line.ts';
import { type Draft, deleteDraftWithTombstone, type EditOf, isUntouched, type SentAttempt } from './drafts.ts';
import { saveUnlessAccountDeleted } from './save-unless-account-deleted.ts';

/** Whether the text on screen is stored on the device at this moment. */
export type SaveStatus = 'nothing to keep' | 'saving' | 'saved' | 'no room' | 'impossible';

/** Whether the device has failed to save the text. */
export const isUnsaved = (status: SaveStatus): boolean => status === 'no room' || status === 'impossible';

/** Whether the device has all that there is of the text. */
export const isOnDevice = (status: SaveStatus): boolean => status === 'saved' || status === 'nothing to keep';

/** The text on screen and where it is stored; `backup` is set as long as the device has failed to save it. */
export interface ShownDraft {
  post: NewPost;
  status: SaveStatus;
  backup?: BackupLocation;
}

export interface DraftAutosave {
  shown: Observable<ShownDraft>;
  /** Shows the change at once, and saves it within `timeouts.autosaveDelayMs`. */
  change(part: Partial<NewPost>): void;
  /** Saves what is shown now. */
  flush(): Promise<void>;
  /**
   * Backs up at once what the device does not have, then saves it: the form or the page may be gone before it is saved.
   *
   * @returns where the text is stored at this moment.
   */
  leave(): BackupLocation | 'device';
  /** The draft as it would be saved now. */
  draft(): Draft;
  /**
   * Records what the text is sent as that only its form has, as the answer may be lost, and backs both up at once.
   *
   * @param edit what its next edit is of, where it was sent as an edit.
   */
  noteSent(sent: SentAttempt | undefined, edit?: EditOf): void;
  /**
   * Records what it is sent as, or after a refusal what it had been sent as before; its backup says so, too. Another form
   * may have gone on with the text of one that was left, or published it: the other's backup stays as it is, and one that
   * is gone stays gone.
   */
  noteAttempt(sent: SentAttempt | undefined): void;
  /**
   * Set while a submit is running. Nothing is saved then, as a save would bring the draft back beside the outbox entry.
   * A form that is left meanwhile makes a backup, which no longer counts once the submit has ended the draft.
   */
  isSubmitted: boolean;
  /**
   * Begins a submit: sets `isSubmitted`.
   *
   * @returns to be called once the outbox has the text, or it is certain that it will not get it from this submit.
   */
  beginSubmit(): () => void;
  /** The submit has taken the text, which lies elsewhere now: drops its backup, and makes no other. */
  letGo(): void;
  /** Resolves when no text is on its way into the outbox. Never resolves if the device hangs. */
  handedOver(): Promise<void>;
}

/**
 * Saves one draft on the device while it is being written.
 *
 * @param isKept whether the device already has the draft as it was opened.
 */
export function autosaveDraft(opened: Draft, isKept = true): DraftAutosave {
  const shown = createObservable<ShownDraft>({
    post: opened.post,
    status: isUntouched(opened) ? 'nothing to keep' : 'saved',
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn: Promise<void> = Promise.resolve();
  let isSaving = false;
  let isTaken = false;
  let handedOver: Promise<void> = Promise.resolve();
  let { savedAt } = opened;
  let { sent: lastSent, ...begun } = opened;
  /** Named once something is typed. */
  let form: string | undefined;
  let asideLast: { savedAt: number; aside: BackupLocation } | undefined;

  // `savedAt` is when the text changed: it tells whether a backup is older or newer than what the device has.
  const draft = (): Draft => {
    const forms = form === undefined ? opened.forms : formsAfter(opened, form, savedAt);
    return {
      ...begun,
      post: shown.get().post,
      savedAt,
      ...(forms && { forms }),
      origin: 'typed',
      ...(lastSent && { sent: lastSent }),
    };
  };

  /** Backs up each text once: a large one is not written again on every call, unless the tab had no room for it. */
  const backUp = (): BackupLocation => {
    if (asideLast?.savedAt !== savedAt || asideLast.aside === 'page')
      asideLast = { savedAt, aside: backUpDraft(draft()) };
    return asideLast.aside;
  };

  const save = async () => {
    const saved = draft();
    isSaving = true;
    const slow = setTimeout(backUp, timeouts.draftLockTimeoutMs);
    const status = await trySave(saved);
    clearTimeout(slow);
    isSaving = false;
    if (isOnDevice(status)) dropBackup(opened.id, saved.savedAt);
    // The author has typed on: the next save reports the status of what is shown now.
    if (shown.get().post !== saved.post) return;
    shown.set({ post: saved.post, status, ...(!isOnDevice(status) && { backup: backUp() }) });
  };

  const flush = () => {
    // What could not be saved is tried again on every call.
    const isToRetry = isUnsaved(shown.get().status) && !isSaving;
    if (keeper.isSubmitted || (timer === undefined && !isToRetry)) return turn;
    clearTimeout(timer);
    timer = undefined;
    turn = turn.then(save);
    return turn;
  };

  const change = (part: Partial<NewPost>) => {
    // Grows even when the clock has been put back.
    savedAt = Math.max(Date.now(), savedAt + 1);
    form ??= newFormId();
    shown.set({ post: { ...shown.get().post, ...part }, status: 'saving' });
    timer ??= setTimeout(() => void flush(), timeouts.autosaveDelayMs);
  };

  const leave = () => {
    const lies = isTaken || isOnDevice(shown.get().status) ? 'device' : backUp();
    void flush();
    return lies;
  };

  const noteSent = (sent: SentAttempt | undefined, edit?: EditOf) => {
    lastSent = sent;
    if (edit) begun = { ...begun, edit };
    change({});
    backUp();
  };

  const noteAttempt = (sent: SentAttempt | undefined) => {
    lastSent = sent;
    const asPressed = draft();
    if (isBackedUp(asPressed)) backUpDraft(asPressed);
  };

  const beginSubmit = () => {
    keeper.isSubmitted = true;
    const { promise, resolve } = Promise.withResolvers<void>();
    handedOver = promise;
    return resolve;
  };

  const letGo = () => {
    isTaken = true;
    dropBackup(opened.id, savedAt);
  };

  const keeper: DraftAutosave = {
    shown,
    change,
    flush,
    leave,
    draft,
    noteSent,
    noteAttempt,
    isSubmitted: false,
    beginSubmit,
    letGo,
    handedOver: () => handedOver,
  };
  if (!isKept || (keepsNothing.get() && !isUntouched(opened))) change({});
  return keeper;
}

async function trySave(draft: Draft): Promise<SaveStatus> {
  try {
    if (isUntouched(draft)) {
      await deleteDraftWithTombstone(draft);
      return 'nothing to keep';
    }
    await saveUnlessAccountDeleted(draft);
    return keepsNothing.get() ? 'impossible' : 'saved';
  } catch (error) {
    console.error('Could not save the draft on the device; one that holds anything is tried again.', error);
    if (isUntouched(draft)) return 'nothing to keep';
    return isQuotaExceeded(error) ? 'no room' : 'impossible';
  }
}
