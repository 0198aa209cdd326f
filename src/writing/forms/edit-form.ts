import { isAuthoredBy, isSameText, type NewPost, type Post } from '../../contract/posts.ts';
import { createObservable, type Observable } from '../../device/observable.ts';
import { createSerialQueue } from '../../device/serial-queue.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { readPost } from '../../reading/shown/read-post.ts';
import { profile } from '../../session/profile.ts';
import {
  liveDraftOf,
  type PostRecord,
  recordOfPost,
  type TextsInConflict,
  type Version,
} from '../record/post-record.ts';
import { stateOf } from '../record/record-state.ts';
import { hearWriting, playEvent, readAllRecords, recordForPost, recordOfAuthor } from '../record/record-store.ts';
import type { FormText } from './form-text.ts';
import { holdRecord } from './hold-record.ts';
import { shownForm } from './shown-form.ts';
import { textInForm } from './typed-text.ts';

/** The states of the edit form. */
export type EditState =
  | { kind: 'loading' | 'not own' | 'not editable' }
  | { kind: 'form' }
  /** What is typed over the post cannot be read: the device hangs, and is asked again. */
  | { kind: 'device hangs' }
  /** Another tab has its form. */
  | { kind: 'open elsewhere' }
  /** Its author decides between two texts first. */
  | { kind: 'conflict'; id: string; texts: TextsInConflict }
  /** It was deleted elsewhere. What was typed is a draft of Create's. */
  | { kind: 'gone' }
  | { kind: 'unread'; isGone: boolean };

/** The text of an earlier version, which the form is to begin with, and the version that it is to replace. */
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
  /** The post as the page came with it. */
  rendered?: Post | undefined;
  bringBack?: BringBack | undefined;
}

/** The form is there as soon as it is known what an edit would begin from. */
export function editForm(author: string, postId: string, { rendered, bringBack }: EditingOptions = {}): EditForm {
  const state = createObservable<EditState>({ kind: 'loading' });
  const reading = readPost(postId, { rendered });
  const form = shownForm();
  const inTurn = createSerialQueue();
  /** As the device has it; `null` until it has answered. */
  let record: PostRecord | undefined | null = null;
  let isOpen = false;
  let isElsewhere = false;
  let isHanging = false;
  let versionToBringBack = bringBack;
  let onBroughtBack: (() => void) | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const readShownPost = (): Post | undefined => {
    const read = reading.state.get();
    return read.state === 'loaded' ? read.post : undefined;
  };

  const readEditablePost = (): Post | undefined => {
    const post = readShownPost();
    return post?.etag === undefined ? undefined : post;
  };

  const whatIsShown = (): EditState => {
    if (record === null) return { kind: isHanging ? 'device hangs' : 'loading' };
    if (record?.successor !== undefined) return { kind: 'gone' };
    const found = record && stateOf(record);
    if (record && found?.kind === 'conflict' && !liveDraftOf(record))
      return { kind: 'conflict', id: record.id, texts: found };
    if (form.held.get()) return { kind: 'form' };
    if (isElsewhere) return { kind: 'open elsewhere' };
    const post = readShownPost();
    const email = profile.get()?.email;
    if (email && post?.author?.email && !isAuthoredBy(post, email)) return { kind: 'not own' };
    const read = reading.state.get();
    if (record || readEditablePost() || read.state === 'loading') return { kind: 'loading' };
    return read.state === 'loaded' ? { kind: 'not editable' } : { kind: 'unread', isGone: read.isGone };
  };

  const update = () => {
    const next = whatIsShown();
    if (next.kind !== 'form') form.close();
    state.set(next);
  };

  /** Opens the form, or begins it anew if nothing was typed in it and another text would be in it by now. */
  const open = async (start: PostRecord | undefined, isTakenOver: boolean) => {
    const { kind } = whatIsShown();
    if (!isOpen || !start || (kind !== 'loading' && kind !== 'form' && kind !== 'open elsewhere')) return;
    const text = form.held.get();
    if (text && !text.isTakenOver()) return isOutdated(text, start) ? form.reopen(start, author) : undefined;
    // The form says that its text is elsewhere until its author edits here.
    if (text && !isTakenOver) return;
    // A tab that was told so waits for no other one, which may be reloading.
    const patience = kind === 'loading' ? timeouts.draftLockTimeoutMs : 0;
    const held = await holdRecord(start.id, { start, patience, isTakenOver });
    isElsewhere = !held;
    if (held && !isOpen) return held.lock.release();
    if (held) form.put(held, author);
  };

  /** What was typed before is kept as a draft of its own. Nothing is brought back over what is typed since. */
  const bringBackVersion = async () => {
    const text = form.held.get();
    if (!versionToBringBack || !text) return;
    const isAsOpened = () => form.held.get() === text && isSameText(text.shown.get().post, textInForm(text.opened));
    if (isAsOpened()) await text.setAside();
    const { post } = versionToBringBack;
    versionToBringBack = undefined;
    if (!isAsOpened()) return;
    text.change(post);
    onBroughtBack?.();
  };

  const follow = (isTakenOver = false): Promise<void> =>
    inTurn(async () => {
      clearTimeout(retry);
      try {
        const all = await withTimeout(timeouts.deviceTimeoutMs, readAllRecords());
        const known = record?.id;
        const found = known ? all.find(({ id }) => id === known) : recordOfAuthor(all, postId, author);
        record = found ?? record ?? undefined;
        const post = readEditablePost();
        const start = record ?? (post && recordForPost(all, post, author));
        await open(start && (await withNewer(start, post)), isTakenOver);
        await bringBackVersion();
      } catch (error) {
        console.error('Could not read what is kept of this post; reading it again.', error);
        isHanging = true;
        if (isOpen) retry = setTimeout(() => void follow(), timeouts.maxRetryMs);
      }
      update();
    });

  /**
   * A newer version that was read is what an edit begins from. An earlier one is brought back over the newest, also on a
   * device that has an older one.
   */
  const withNewer = async (start: PostRecord, post: Post | undefined): Promise<PostRecord> => {
    const newer = versionToBringBack?.base ?? (post && recordOfPost(post, author).base);
    if (!start.base || !newer || (newer.number ?? 0) <= (start.base.number ?? 0)) return start;
    const step = await playEvent(start.id, { kind: 'read', version: newer }, start);
    record = step?.record ?? record;
    return record ?? start;
  };

  return {
    state,
    held: form.held,
    editHere: () => follow(true),
    start(listener) {
      onBroughtBack = listener;
      isOpen = true;
      const { stop: stopReading } = reading.start();
      const stops = [
        hearWriting(() => void follow()),
        reading.state.subscribe(() => void follow()),
        profile.subscribe(update),
        stopReading,
      ];
      void follow();
      return () => {
        isOpen = false;
        clearTimeout(retry);
        for (const stop of stops) stop();
        form.close();
      };
    },
  };
}

/** Whether nothing was typed in the form, and another text would be in it by now. */
const isOutdated = (text: FormText, record: PostRecord): boolean =>
  text.isUntouched() && !isSameText(text.shown.get().post, textInForm(record));
