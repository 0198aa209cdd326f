import { isFlushed } from '../../../src/app/screens/create/settle-before-submit.ts';
import { type DraftForm, type DraftInForm, openDraftForm } from '../../../src/data/drafts/draft-form.ts';
import { isBlank } from '../../../src/data/drafts/drafts.ts';
import { forgetTabDraft } from '../../../src/data/drafts/tab-draft.ts';
import { submitPost } from '../../../src/data/outbox/submit.ts';
import { isLoginStored } from '../../../src/data/session/accept-login.ts';
import { authorOf, session } from '../../../src/data/session/session.ts';
import { followDraft } from './follow-draft.ts';
import { oneSubmit } from './one-submit.ts';
import type { PageEvents } from './page.ts';
import { picturesOf } from './pictures.ts';

/** What people do on Create. */
export function createScreen(events: Pick<PageEvents, 'onShown' | 'onPress' | 'onAway'>) {
  let form: DraftForm | undefined;
  let held: DraftInForm | undefined;
  const { isWritable, submit } = oneSubmit();
  let pictures: ReturnType<typeof picturesOf> | undefined;
  let stopFollowing: () => void = () => undefined;

  const show = (next: DraftInForm | undefined) => {
    stopFollowing();
    held = next;
    pictures = next && picturesOf({ autosave: next.autosave, isOpen: () => held === next });
    stopFollowing = next ? followDraft(next, events.onShown) : () => undefined;
  };
  const openForm = () => {
    form?.close();
    form = openDraftForm(authorOf(session.get()), show);
  };

  const publish = async (pressed: DraftInForm) => {
    const { autosave } = pressed;
    const isOpen = () => held === pressed;
    if (!(await pictures?.settled()) || !isOpen()) return undefined;
    const isStored = await isFlushed(autosave);
    const { post } = autosave.shown.get();
    if (!isStored) return { told: 'not kept' as const, post, isHeard: isOpen() };
    if (isBlank(post) || autosave.isSubmitted) return undefined;
    if (autosave.draft().userId !== authorOf(session.get())) return undefined;
    events.onPress(post);
    const onStored = autosave.beginSubmit();
    const draft = autosave.draft();
    const { noteSent: onSent, noteAttempt: onAttempt } = autosave;
    const told = await submitPost(draft, { isOpen, onStored, onSent, onAttempt })
      .catch(() => 'not kept' as const)
      .finally(onStored);
    const isAway = told === 'taken' || told === 'waiting';
    if (isAway) {
      events.onAway(post);
      autosave.letGo();
    }
    // Whoever has left the form is told nothing.
    if (!isOpen()) return { told, post, isHeard: false };
    if (told === 'taken' && isLoginStored()) {
      // The page is loaded anew.
      forgetTabDraft(draft.userId);
      pressed.release();
      form = openDraftForm(authorOf(session.get()), show);
    } else if (isAway) {
      await form?.startAfresh();
    } else {
      autosave.isSubmitted = false;
      await autosave.flush();
    }
    return { told, post, isHeard: true };
  };

  return {
    openForm,
    leaveForm() {
      form?.close();
      form = undefined;
    },
    hasForm: () => form !== undefined,
    text: () => held?.autosave.shown.get().post,
    /** @returns the title of the text that has the word now; `undefined` where there was no form to type in. */
    type(title: string, word: string): string | undefined {
      if (!isWritable(held)) return undefined;
      const { post } = held.autosave.shown.get();
      const isBegun = !isBlank(post);
      held.autosave.change({
        title: isBegun ? post.title : title,
        content: isBegun ? `${post.content}\n\n${word}` : word,
      });
      return isBegun ? post.title : title;
    },
    /**
     * Add picture, in a form of one's own.
     *
     * @returns the text's title and what names the picture in it; `undefined` where it is not added.
     */
    addPicture: async (title: string, file: Uint8Array<ArrayBuffer>) =>
      isWritable(held) ? pictures?.add(title, file) : undefined,
    /** Choose picture beside the image URL. @returns the text's title; `undefined` where it is not added. */
    addCover: async (title: string, file: Uint8Array<ArrayBuffer>) =>
      isWritable(held) ? pictures?.addCover(title, file) : undefined,
    /** Deletes from the text what names a picture. */
    removePicture(token: string): boolean {
      if (!isWritable(held)) return false;
      const words = held.autosave.shown.get().post.content.split('\n\n');
      if (!words.includes(token)) return false;
      held.autosave.change({ content: words.filter((word) => word !== token).join('\n\n') });
      return true;
    },
    /**
     * Create Blog, as PostEditor presses it.
     *
     * @returns what the author is told, with the text that was pressed.
     */
    async press() {
      return held && form && submit(held, publish);
    },
    openDraft: async (id: string) => form?.open(id),
    startAfresh: async () => form?.startAfresh(),
  };
}
