import { v7 as uuid } from 'uuid';
import type { NewPost } from '../../contract/posts.ts';
import { createObservable, type Observable } from '../../device/observable.ts';
import { createSerialQueue } from '../../device/serial-queue.ts';
import { isQuotaExceeded } from '../../device/storage/quota.ts';
import { keepsNothing } from '../../device/storage/record-database.ts';
import { timeouts } from '../../device/timeouts.ts';
import { resultWithin } from '../../device/with-timeout.ts';
import { isOfDeletedAccount } from '../record/deleted-accounts.ts';
import { liveDraftOf, type PostRecord, topOf } from '../record/post-record.ts';
import { type Backup, backUp, copyOf, playEvent } from '../record/record-store.ts';
import { hasWords, type Step, type Typed, type WritingEvent } from '../record/record-table.ts';
import { type BackupLocation, backUpInTab, dropTabBackup, saveCopy } from '../record/tab-backup.ts';

/** Whether the text on screen is stored on the device at this moment. `taken over`: another form goes on with its record. */
export type SaveStatus = 'nothing to keep' | 'saving' | 'saved' | 'no room' | 'impossible' | 'taken over';

/** Whether the device has failed to save the text. */
export const isUnsaved = (status: SaveStatus): boolean => status === 'no room' || status === 'impossible';

/** Whether the device has all that there is of the text. */
export const isOnDevice = (status: SaveStatus): boolean => !isUnsaved(status) && status !== 'saving';

/** The text on screen and where it is stored; `backup` is set as long as the device has failed to save it. */
export interface ShownText {
  post: NewPost;
  status: SaveStatus;
  backup?: BackupLocation;
}

/** The text of a record in the form that holds its lock. */
export interface FormText {
  /** Tells it from other forms, also of the same record. */
  key: string;
  /** The record's id. */
  id: string;
  /** The record as it was when the form was opened. */
  opened: PostRecord;
  /** The author. */
  author: string | null;
  shown: Observable<ShownText>;
  /** Shows the change at once, and saves it within `timeouts.autosaveDelayMs`. */
  change(part: Partial<NewPost>): void;
  /** Saves what is shown now. Never rejects. */
  flush(): Promise<void>;
  /**
   * Backs up at once what the device does not have, then saves it: the form or the page may be gone before it is saved.
   *
   * @returns where the text is stored at this moment.
   */
  leave(): BackupLocation | 'device';
  /** Shows what its author has made of both texts. @param on the newest submitted text, which it is merged with. */
  decide(post: NewPost, on: NewPost): void;
  /** Whether nothing was typed since the form was opened over a text that was submitted. */
  isUntouched(): boolean;
  /** Puts a copy of what is typed and not submitted into a record of its own. */
  setAside(): Promise<void>;
  /**
   * Submits what is shown now.
   *
   * @throws DOMException when the device could not store it. The text stays in its form.
   */
  submit(userId: string): Promise<Step>;
  /** Plays an event of its author's on the record, and shows the draft that it leaves. */
  play(event: WritingEvent): Promise<void>;
  /** It is sent, or waits to be: the tab keeps nothing of it any more. */
  end(): void;
  /** Saves, and writes nothing from then on, also where the device hangs: another tab goes on with the record. */
  giveUp(): Promise<void>;
  /**
   * Resolves when its lock may be released: once it is saved, or the device has not answered for a while. A text that is
   * being submitted is waited for, as its author would submit it once more in the next form.
   */
  settled(): Promise<void>;
}

/**
 * Opens a record's text for writing.
 *
 * @param author who writes.
 * @param isStored whether the device has all of `opened`.
 */
export function formText(opened: PostRecord, author: string | null, isStored = true): FormText {
  const { id } = opened;
  const key = uuid();
  const first = textInForm(opened);
  const draft = liveDraftOf(opened);
  const isDraft = draft !== undefined;
  /** A save of its own tells the record that this form goes on with it. */
  const isSavedFirst = !isStored || (keepsNothing.get() && isDraft);
  const shown = createObservable<ShownText>({
    post: first,
    status: isSavedFirst ? 'saving' : isDraft ? 'saved' : 'nothing to keep',
  });
  const inTurn = createSerialQueue();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The text that the record's next draft starts from; an existing draft has its own. */
  let from = draft ? draft.from : first;
  let storedRev = opened.rev;
  let rev = isSavedFirst ? storedRev + 1 : storedRev;
  let backedUp: { rev: number; location: BackupLocation } | undefined;
  let isTakenOver = false;
  let submitted: Promise<unknown> = Promise.resolve();
  let isSubmitting = false;
  let decidedOn: NewPost | undefined;

  const typed = (): Typed => ({ text: shown.get().post, from, rev, form: key, userId: author, decidedOn });

  /** Backs up each text once: a large one is not written again on every call, unless the tab had no room for it. */
  const backUpOnce = (): BackupLocation => {
    if (backedUp?.rev !== rev || backedUp.location === 'page')
      backedUp = { rev, location: backUpInTab({ start: opened, typed: typed() }) };
    return backedUp.location;
  };

  const stored = (saved: Typed) => {
    storedRev = Math.max(storedRev, saved.rev);
    // Answers move what a draft builds on: it is said once.
    if (decidedOn === saved.decidedOn) decidedOn = undefined;
    // Page memory is lost with the page, so the tab keeps its copy until the form has ended.
    if (keepsNothing.get()) backUpOnce();
    else dropTabBackup(id, saved.rev);
  };

  /** Otherwise another form has gone on with the record. */
  const hasTaken = ({ record }: Step, saved: Typed) => record.id === id && hasWords(record, saved);

  const save = async () => {
    const saving = typed();
    // The submit that waits behind this save stores the text.
    if (isTakenOver || isSubmitting || storedRev >= saving.rev) return;
    const slow = setTimeout(backUpOnce, timeouts.draftLockTimeoutMs);
    const status = await trySave(saving);
    clearTimeout(slow);
    if (status === 'taken over') {
      stopWriting();
      return saveCopyIfUnsaved();
    }
    if (isOnDevice(status)) stored(saving);
    // The author has typed on: the next save reports the status of what is shown now.
    if (isTakenOver || rev !== saving.rev) return;
    show(saving.text, status);
  };

  const trySave = async (saving: Typed): Promise<SaveStatus> => {
    if (isOfDeletedAccount(author)) return 'saved';
    try {
      const step = await playEvent(id, { kind: 'typed', ...saving }, opened);
      // It is in the draft of the record's successor.
      if (step?.told?.kind === 'gone') return 'saved';
      if (!step || !hasTaken(step, saving)) return 'taken over';
      if (keepsNothing.get()) return 'impossible';
      return step.record.draft ? 'saved' : 'nothing to keep';
    } catch (error) {
      console.error('Could not save the text on the device; it is tried again.', error);
      return isQuotaExceeded(error) ? 'no room' : 'impossible';
    }
  };

  /** From now on another form writes the record: what this one alone has goes into a record of its own. */
  const stopWriting = () => {
    if (isTakenOver) return;
    isTakenOver = true;
    clearTimeout(timer);
    shown.set({ post: shown.get().post, status: 'taken over' });
    if (storedRev < rev && !isOfDeletedAccount(author)) backUpInTab(copyUnder(key));
  };

  /** A save that was under way may have stored it meanwhile. */
  const saveCopyIfUnsaved = async () => {
    try {
      if (storedRev < rev) await saveCopyUnder(key);
      else dropTabBackup(key);
      storedRev = rev;
      dropTabBackup(id, rev);
    } catch (error) {
      console.error(
        'Could not store the text of a form that was taken over; this tab has it until it is stored.',
        error,
      );
      setTimeout(() => void saveCopyIfUnsaved(), timeouts.unsavedRetryMs);
    }
  };

  const copyUnder = (copyId: string): Backup => copyOf({ start: opened, typed: typed() }, copyId);

  const saveCopyUnder = async (copyId: string) => {
    if (!isOfDeletedAccount(author)) await saveCopy(copyUnder(copyId));
  };

  /** Shows the text, and backs it up if the device does not have it. */
  const show = (post: NewPost, status: SaveStatus) =>
    shown.set({ post, status, ...(!isOnDevice(status) && { backup: backUpOnce() }) });

  const showDraft = (post: NewPost) => show(post, keepsNothing.get() ? 'impossible' : 'saved');

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return inTurn(save);
  };

  const change = (part: Partial<NewPost>) => {
    if (isTakenOver) return;
    rev += 1;
    shown.set({ post: { ...shown.get().post, ...part }, status: 'saving' });
    timer ??= setTimeout(() => void flush(), timeouts.autosaveDelayMs);
  };

  const text: FormText = {
    key,
    id,
    opened,
    author,
    shown,
    change,
    flush,
    decide(post, on) {
      decidedOn = on;
      from = on;
      change(post);
    },
    isUntouched: () => rev === opened.rev && !isDraft && (opened.base ?? opened.pending) !== undefined,
    async setAside() {
      if (isDraft || rev !== opened.rev) await saveCopyUnder(uuid());
    },
    leave() {
      if (isTakenOver || storedRev >= rev || isOfDeletedAccount(author)) return 'device';
      const location = backUpOnce();
      // A closing page does not live to see the answer of a read, which a save begins with.
      backUp(opened, typed()).catch((error: unknown) =>
        console.error('Could not store the last words on the device; the tab has them.', error),
      );
      void flush();
      return location;
    },
    submit(userId) {
      clearTimeout(timer);
      timer = undefined;
      rev += 1;
      const submitting = { ...typed(), userId };
      isSubmitting = true;
      const submit = inTurn(async () => {
        isSubmitting = false;
        if (isTakenOver) throw goneOnElsewhere();
        const step = await playEvent(id, { kind: 'submitted', ...submitting }, opened);
        if (!step) throw new DOMException('There is no such record', 'NotFoundError');
        if (step.told?.kind !== 'gone' && !hasTaken(step, submitting)) {
          stopWriting();
          await saveCopyIfUnsaved();
          throw goneOnElsewhere();
        }
        stored(submitting);
        if (isTakenOver || step.told?.kind === 'gone') return step;
        if (step.told) {
          showDraft(submitting.text);
          return step;
        }
        from = submitting.text;
        shown.set({ post: from, status: 'nothing to keep' });
        return step;
      });
      submitted = submit.catch(() => void flush());
      return submit;
    },
    async play(event) {
      const step = await playEvent(id, event);
      const draft = step && liveDraftOf(step.record);
      if (!draft || isTakenOver || storedRev < rev) return;
      from = draft.from;
      showDraft(draft.text);
    },
    end() {
      storedRev = rev;
      dropTabBackup(id, rev);
    },
    async giveUp() {
      await text.settled();
      stopWriting();
      await inTurn(saveCopyIfUnsaved);
    },
    async settled() {
      // The next form waits for the lock twice as long.
      await resultWithin(timeouts.draftLockTimeoutMs / 2, flush());
      await submitted;
    },
  };
  if (isSavedFirst) void flush();
  return text;
}

const goneOnElsewhere = () => new DOMException('Another form goes on with the record', 'InvalidStateError');

/** Returns the text that a form of the record begins with. */
export const textInForm = (record: PostRecord): NewPost => liveDraftOf(record)?.text ?? topOf(record);
