import { isAuthoredBy, isSameText, type NewPost, type Post } from '../../contract/posts.ts';
import { readAllDrafts } from '../drafts/all-drafts.ts';
import type { DraftInForm } from '../drafts/draft-form.ts';
import { type EditBase, type EditOf, firstTextOf, isUntouched } from '../drafts/drafts.ts';
import { type ShownForm, shownForm } from '../drafts/shown-form.ts';
import { createObservable, type Observable } from '../observable.ts';
import { confirmedEdits } from '../outbox/confirmed-edits.ts';
import { editBasisOf } from '../outbox/edit-basis.ts';
import { loadOutbox } from '../outbox/load-outbox.ts';
import { outboxEntries } from '../outbox/outbox-entries.ts';
import { type EditEntry, isEdit } from '../outbox/outbox-entry.ts';
import { type FormButton, saveChangesButton } from '../outbox/submit-form.ts';
import { readPost } from '../reading/read-post.ts';
import { profile } from '../session/profile.ts';
import { timeouts } from '../timeouts.ts';
import { resultWithin } from '../with-timeout.ts';

/** What is shown of a post that is to be edited. */
export type PostEditingState =
  | { kind: 'loading' }
  | { kind: 'form' }
  /** Its author decides between two edits first. */
  | { kind: 'conflict'; entry: EditEntry }
  /** It was deleted elsewhere before the edit arrived. */
  | { kind: 'gone' }
  | { kind: 'not own' }
  | { kind: 'not editable' }
  | { kind: 'unread'; isGone: boolean };

/** The text of an earlier version, which the form is to begin with, and the version that it is to replace. */
export interface BringBack {
  post: NewPost;
  base: EditBase;
}

/** The edit of one post by its author. */
export interface PostEditing {
  state: Observable<PostEditingState>;
  form: ShownForm;
  /** "Save changes" of the draft in the form. @param onSaved called where the form is still open. */
  button(held: DraftInForm, onSaved: () => unknown): FormButton<'not accepted' | 'picture refused'>;
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
export function editPost(author: string, postId: string, { rendered, bringBack }: EditingOptions = {}): PostEditing {
  const state = createObservable<PostEditingState>({ kind: 'loading' });
  const reading = readPost(postId, rendered);
  let isOutboxRead = false;
  let isGone = false;
  /** What the newest draft is an edit of, which can be gone on with although the post cannot be read. */
  let drafted: EditOf | 'reading' | undefined = 'reading';
  /** What an edit is that is begun now. */
  let latest: EditOf | undefined;
  let left = bringBack;
  let onBroughtBack: (() => void) | undefined;
  const form = shownForm({
    postId,
    begin() {
      if (!latest) throw new Error('No form is opened before it is known what an edit begins from.');
      return left ? editOfVersion(latest, left) : latest;
    },
  });

  const whatIsShown = (): PostEditingState => {
    const edits = outboxEntries
      .get()
      .filter(isEdit)
      .filter(({ userId, work }) => userId === author && work.postId === postId);
    const entry = edits.find(({ state }) => state.name === 'conflict');
    if (entry) return { kind: 'conflict', entry };
    if (!isOutboxRead) return { kind: 'loading' };
    if (isGone) return { kind: 'gone' };
    const read = reading.state.get();
    const confirmed = confirmedEdits.get().get(postId);
    const known = read.state === 'loaded' ? read.post : undefined;
    const post = (confirmed?.version ?? 0) > (known?.version ?? 0) ? confirmed : known;
    const begun =
      editBasisOf(edits.at(-1), post) ??
      // Also once its text is in the form, should no other version be known.
      (bringBack ? { postId, base: bringBack.base } : drafted === 'reading' ? undefined : drafted);
    if (begun) {
      const email = profile.get()?.email;
      if (email && post?.author?.email && !isAuthoredBy(post, email)) return { kind: 'not own' };
      latest = begun;
      return { kind: 'form' };
    }
    if (read.state === 'loaded') return { kind: 'not editable' };
    if (read.state === 'loading' || drafted === 'reading') return { kind: 'loading' };
    return { kind: 'unread', isGone: read.isGone };
  };

  const update = () => {
    const next = whatIsShown();
    if (next.kind === 'form') {
      form.showFor(author);
      beginNewest();
    } else {
      form.close();
    }
    state.set(next);
  };

  /** Begins the form with an earlier version's text. What was in it stays among the post's drafts. */
  const putBroughtBack = () => {
    const autosave = form.held.get()?.autosave;
    if (!autosave || !left) return;
    // Only a draft that was begun for it has this very object.
    if (autosave.draft().edit?.base !== left.base) return void form.startAfresh();
    const { post } = left;
    left = undefined;
    autosave.change(post);
    onBroughtBack?.();
  };

  /** A form that nothing was typed in begins anew when a newer version is known, or the edit that it began from is gone. */
  const beginNewest = () => {
    const autosave = form.held.get()?.autosave;
    const shown = autosave?.draft();
    if (!latest || !shown?.edit || autosave?.isSubmitted || !isUntouched(shown)) return;
    const isNewer = shown.edit.base.version < latest.base.version;
    const isOther = shown.edit.base.version === latest.base.version && !isSameText(shown.post, firstTextOf(latest));
    if (isNewer || isOther) void form.startAfresh();
  };

  return {
    state,
    form,
    button: (held, onSaved) =>
      saveChangesButton(form, held, (end) => {
        if (end === 'taken' || end === 'waiting') return onSaved();
        // A conflict is shown by itself, as the entry has become one.
        isGone = end === 'gone';
        return update();
      }),
    start(listener) {
      onBroughtBack = listener;
      const { stop: stopReading } = reading.start();
      let isStarted = true;
      const inScreen = (work: () => void) => {
        if (!isStarted) return;
        work();
        update();
      };
      void loadOutbox().then(() =>
        inScreen(() => {
          isOutboxRead = true;
        }),
      );
      void resultWithin(timeouts.deviceTimeoutMs, readAllDrafts(author, postId)).then((drafts) =>
        inScreen(() => {
          drafted = drafts?.find(({ discardedAt }) => discardedAt === undefined)?.edit;
        }),
      );
      const stops = [
        ...[outboxEntries, confirmedEdits, profile, reading.state].map((changing) => changing.subscribe(update)),
        form.held.subscribe(putBroughtBack),
        form.held.subscribe(beginNewest),
        stopReading,
      ];
      update();
      return () => {
        isStarted = false;
        for (const stop of stops) stop();
        form.close();
      };
    },
  };
}

/**
 * An edit of the version that was current where its author chose the earlier one. What this device knows may be older
 * still, and a merge would then take the text that is brought back for one that has since been changed on purpose.
 */
function editOfVersion({ from: _, ...edit }: EditOf, { base }: BringBack): EditOf {
  return { ...edit, base };
}
