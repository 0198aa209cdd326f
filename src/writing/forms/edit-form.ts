import { isSameText, type NewPost, type Post } from '../../contract/posts.ts';
import { createObservable, type Observable } from '../../device/observable.ts';
import { createSerialQueue } from '../../device/serial-queue.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { readPost } from '../../reading/shown/read-post.ts';
import { profile } from '../../session/profile.ts';
import { type PostRecord, recordOfPost, type Version } from '../record/post-record.ts';
import { applyEvent, hearWriting, readAllRecords, recordForPost, recordOfAuthor } from '../record/record-store.ts';
import { type EditState, editablePost, editStateOf, type KnownEdit } from './edit-state.ts';
import type { FormText } from './form-text.ts';
import { holdRecord } from './hold-record.ts';
import { type ShownForm, shownForm } from './shown-form.ts';
import { textInForm } from './typed-text.ts';

/** An earlier version to restore. `post`: the text with which the form begins. `base`: the version to be replaced. */
export interface BringBack {
  post: NewPost;
  base: Version;
}

/** The edit of one post by its author. */
export interface EditForm {
  state: Observable<EditState>;
  held: Observable<FormText | undefined>;
  /** Takes the form over from another tab. */
  editHere(): Promise<void>;
  /**
   * @param onBroughtBack called once the earlier version's text is in the form.
   * @returns a function to be called when the screen is left.
   */
  start(onBroughtBack?: () => void): () => void;
}

interface EditingOptions {
  /** The post, if the server rendered it into the page. */
  rendered?: Post | undefined;
  bringBack?: BringBack | undefined;
}

/** Returns the edit form of a post. It opens as soon as the text that the edit begins from is known. */
export function editForm(author: string, postId: string, { rendered, bringBack }: EditingOptions = {}): EditForm {
  const state = createObservable<EditState>({ kind: 'loading' });
  const reading = readPost(postId, { rendered });
  const form = shownForm();
  const inTurn = createSerialQueue();
  const known: KnownEdit = { record: null, isHanging: false, isElsewhere: false };
  let isOpen = false;
  let toBringBack = bringBack;
  let onBroughtBack: (() => void) | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const update = () => {
    const next = editStateOf(known, form.held.get() !== undefined, reading.state.get(), profile.get()?.email);
    if (next.kind !== 'form') form.close();
    state.set(next);
    return next.kind;
  };

  const readDevice = async (isTakenOver: boolean) => {
    const all = await withTimeout(timeouts.databaseTimeoutMs, readAllRecords());
    const { record } = known;
    const found = record ? all.find(({ id }) => id === record.id) : recordOfAuthor(all, postId, author);
    known.record = found ?? record ?? undefined;
    const post = editablePost(reading.state.get());
    const start = known.record ?? (post && recordForPost(all, post, author));
    const withNewer = start && (await readNewer(start, toBringBack?.base ?? (post && recordOfPost(post, author).base)));
    if (withNewer) known.record = withNewer;
    const opening = { start: withNewer ?? start, author, kind: update(), isTakenOver, isOpen: () => isOpen };
    known.isElsewhere = (await openIn(form, opening)) ?? known.isElsewhere;
    if (toBringBack && form.held.get()) {
      if (await bringBackInto(form.held, toBringBack.post)) onBroughtBack?.();
      toBringBack = undefined;
    }
  };

  const follow = (isTakenOver = false): Promise<void> =>
    inTurn(async () => {
      clearTimeout(retry);
      try {
        await readDevice(isTakenOver);
      } catch (error) {
        console.error('Could not read the record of this post; trying again.', error);
        known.isHanging = true;
        if (isOpen) retry = setTimeout(() => void follow(), timeouts.maxRetryMs);
      }
      update();
    });

  return {
    state,
    held: form.held,
    editHere: () => follow(true),
    start(listener) {
      onBroughtBack = listener;
      isOpen = true;
      const stops = [
        reading.start().stop,
        hearWriting(() => void follow()),
        reading.state.subscribe(() => void follow()),
        profile.subscribe(update),
        form.close,
      ];
      void follow();
      return () => {
        isOpen = false;
        clearTimeout(retry);
        for (const stop of stops) stop();
      };
    },
  };
}

/**
 * Replaces the record's base by a newer version that the app has read. An edit, or an earlier version to restore, must
 * build on the newest version.
 *
 * @returns the record with the newer version; `undefined` if the record had it already.
 */
async function readNewer(start: PostRecord, newer: Version | undefined): Promise<PostRecord | undefined> {
  if (!start.base || !newer || (newer.number ?? 0) <= (start.base.number ?? 0)) return undefined;
  return (await applyEvent(start.id, { kind: 'read', version: newer }, start))?.record;
}

interface Opening {
  start: PostRecord | undefined;
  author: string;
  kind: EditState['kind'];
  isTakenOver: boolean;
  /** Whether the screen is still shown. */
  isOpen: () => boolean;
}

/**
 * Opens the form. Reopens an open form if nothing was typed in it and its record has another text by now.
 *
 * @returns whether another tab holds the record's lock; `undefined` if the lock was not requested.
 */
async function openIn(
  form: ShownForm,
  { start, author, kind, isTakenOver, isOpen }: Opening,
): Promise<boolean | undefined> {
  if (!isOpen() || !start || (kind !== 'loading' && kind !== 'form' && kind !== 'open elsewhere')) return undefined;
  const text = form.held.get();
  if (text && !text.isTakenOver()) {
    if (isOutdated(text, start)) form.reopen(start, author);
    return undefined;
  }
  // Another tab has taken over the record. The form shows that until the author presses “Edit here”.
  if (text && !isTakenOver) return undefined;
  // Waits for the lock only at first, because the tab's previous page may still hold it after a reload.
  const patience = kind === 'loading' ? timeouts.draftLockTimeoutMs : 0;
  const held = await holdRecord(start.id, { start, patience, isTakenOver });
  if (isOpen() && held) form.put(held, author);
  else held?.lock.release();
  return !held;
}

/** Returns whether nothing was typed in the form, and its record has another text by now. */
const isOutdated = (text: FormText, record: PostRecord): boolean =>
  text.isUntouched() && !isSameText(text.shown.get().post, textInForm(record));

/**
 * Puts an earlier version into the form. Copies text that was typed before into a draft of its own.
 *
 * @returns whether the form has the earlier version; `false` if something was typed meanwhile.
 */
async function bringBackInto(held: Observable<FormText | undefined>, version: NewPost): Promise<boolean> {
  const text = held.get();
  const isAsOpened = () => held.get() === text && text && isSameText(text.shown.get().post, textInForm(text.opened));
  if (isAsOpened()) await text?.setAside();
  if (!isAsOpened()) return false;
  text?.change(version);
  return true;
}
