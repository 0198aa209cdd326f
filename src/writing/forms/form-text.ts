import { v7 as uuid } from 'uuid';
import { isSameText, type NewPost } from '../../contract/posts.ts';
import { createObservable, type Observable } from '../../device/observable.ts';
import { isQuotaExceeded } from '../../device/storage/quota.ts';
import { keepsNothing } from '../../device/storage/record-database.ts';
import { timeouts } from '../../device/timeouts.ts';
import { resultWithin, withTimeout } from '../../device/with-timeout.ts';
import { isOfDeletedAccount } from '../record/deleted-accounts.ts';
import { liveDraftOf, type PostRecord, topOf } from '../record/post-record.ts';
import { copyOf, type FormDraft, playEvent, putFormDraft } from '../record/record-store.ts';
import { hasWords, type Step, type Typed, type WritingEvent } from '../record/record-table.ts';
import { type BackupLocation, backUpInTab, dropTabBackup, saveCopy } from '../record/tab-backup.ts';

/**
 * Whether the text on screen is stored on the device at this moment. `taken over`: another form goes on with its
 * record.
 */
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
   * Resolves when its lock may be released: once it is saved, or the device has not answered for a while. A text that
   * is being submitted is waited for, as its author would submit it once more in the next form.
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The text that the record's next draft starts from; an existing draft has its own. */
  let from = draft ? draft.from : first;
  let storedRev = opened.rev;
  let rev = isSavedFirst ? storedRev + 1 : storedRev;
  let backedUp: { rev: number; location: BackupLocation } | undefined;
  let isTakenOver = false;
  /** Settles with the writes that are under way. */
  let writing: Promise<unknown> = Promise.resolve();
  let submitted: Promise<unknown> = Promise.resolve();
  let decided: Pick<Typed, 'decidedOn' | 'decidedAt'> = {};

  const typed = (): Typed => ({ text: shown.get().post, from, rev, form: key, userId: author, ...decided });

  /** Once another form goes on with the record, what this one has goes into a record of its own. */
  const current = (): FormDraft => {
    const own = { start: opened, typed: typed() };
    return isTakenOver ? copyOf(own) : own;
  };

  /** Backs up each text once: a large one is not written again on every call, unless the tab had no room for it. */
  const backUpOnce = (): BackupLocation => {
    if (backedUp?.rev !== rev || backedUp.location === 'page') backedUp = { rev, location: backUpInTab(current()) };
    return backedUp.location;
  };

  const stored = (savedRev: number) => {
    storedRev = Math.max(storedRev, savedRev);
    // Page memory is lost with the page, so the tab keeps its copy until the form has ended.
    if (keepsNothing.get()) return backUpOnce();
    dropTabBackup(id, savedRev);
    if (storedRev === rev) dropTabBackup(key);
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (storedRev >= rev) return;
    const begun = rev;
    const slow = setTimeout(backUpOnce, timeouts.draftLockTimeoutMs);
    const saving = save();
    writing = Promise.allSettled([writing, saving]);
    try {
      await withTimeout(timeouts.deviceTimeoutMs, saving);
    } catch (error) {
      console.error('Could not save the text on the device; it is tried again.', error);
      // If the author has typed on, the next save reports the status of what is shown now.
      if (begun === rev && storedRev < rev && !isTakenOver)
        show(shown.get().post, isQuotaExceeded(error) ? 'no room' : 'impossible');
    }
    clearTimeout(slow);
  };

  /** It counts also where it comes late. */
  const save = async () => {
    let saved = rev;
    const latest = () => {
      saved = rev;
      return current();
    };
    if (!isOfDeletedAccount(author)) await putFormDraft(latest);
    stored(saved);
    const { post } = shown.get();
    const status = from && isSameText(post, from) ? 'nothing to keep' : 'saved';
    if (storedRev >= rev && !isTakenOver) show(post, keepsNothing.get() ? 'impossible' : status);
  };

  /** Ends this form's writing: from now on another form writes the record. */
  const stopWriting = async () => {
    if (isTakenOver) return;
    isTakenOver = true;
    clearTimeout(timer);
    shown.set({ post: shown.get().post, status: 'taken over' });
    if (storedRev < rev && !isOfDeletedAccount(author)) backUpInTab(current());
    // A save that is under way may store it yet.
    await writing;
    await saveUntilStored();
  };

  const saveUntilStored = async () => {
    await flush();
    if (storedRev < rev) setTimeout(() => void saveUntilStored(), timeouts.unsavedRetryMs);
  };

  /** Shows the text, and backs it up if the device does not have it. */
  const show = (post: NewPost, status: SaveStatus) =>
    shown.set({ post, status, ...(!isOnDevice(status) && { backup: backUpOnce() }) });

  const showDraft = (post: NewPost) => show(post, keepsNothing.get() ? 'impossible' : 'saved');

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
      decided = { decidedOn: on, decidedAt: rev + 1 };
      from = on;
      change(post);
    },
    isUntouched: () => rev === opened.rev && !isDraft && (opened.base ?? opened.pending) !== undefined,
    async setAside() {
      const isTyped = isDraft || rev !== opened.rev;
      if (isTyped && !isOfDeletedAccount(author)) await saveCopy(copyOf({ start: opened, typed: typed() }, uuid()));
    },
    leave() {
      if (isTakenOver || storedRev >= rev || isOfDeletedAccount(author)) return 'device';
      const location = backUpOnce();
      void flush();
      return location;
    },
    submit(userId) {
      clearTimeout(timer);
      timer = undefined;
      rev += 1;
      const submitting = { ...typed(), userId };
      const submit = (async () => {
        if (isTakenOver) throw goneOnElsewhere();
        const step = await playEvent(id, { kind: 'submitted', ...submitting }, opened);
        if (!step) throw new DOMException('There is no such record', 'NotFoundError');
        stored(submitting.rev);
        if (step.told?.kind !== 'gone' && !hasWords(step.record, submitting)) {
          await stopWriting();
          throw goneOnElsewhere();
        }
        if (isTakenOver || step.told?.kind === 'gone') return step;
        if (step.told) {
          showDraft(submitting.text);
          return step;
        }
        from = submitting.text;
        shown.set({ post: from, status: 'nothing to keep' });
        return step;
      })();
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
      await stopWriting();
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
