import { isUnsaved } from '../../../src/data/drafts/draft-autosave.ts';
import { dropBackup } from '../../../src/data/drafts/draft-backup.ts';
import { type DraftForm, type DraftInForm, openDraftForm } from '../../../src/data/drafts/draft-form.ts';
import { isBlank } from '../../../src/data/drafts/drafts.ts';
import { forgetTabDraft } from '../../../src/data/drafts/tab-draft.ts';
import { submitPost } from '../../../src/data/outbox/submit.ts';
import { authorOf, session } from '../../../src/data/session/session.ts';
import { timeouts } from '../../../src/data/timeouts.ts';
import type { PageEvents } from './page.ts';

/** What people do on Create. */
export function createScreen(events: Pick<PageEvents, 'onShown'>) {
  let form: DraftForm | undefined;
  let held: DraftInForm | undefined;
  let stopFollowing: () => void = () => undefined;

  const show = (next: DraftInForm | undefined) => {
    stopFollowing();
    held = next;
    if (!next) return;
    const { leave, shown } = next.autosave;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const stop = shown.subscribe(() => {
      events.onShown(shown.get());
      clearTimeout(retry);
      if (isUnsaved(shown.get().status)) retry = setTimeout(() => void next.autosave.flush(), timeouts.unsavedRetryMs);
    });
    stopFollowing = () => {
      stop();
      clearTimeout(retry);
    };
    addEventListener('pagehide', leave);
  };
  const openForm = () => {
    form?.close();
    form = openDraftForm(authorOf(session.get()), show);
  };

  return {
    openForm,
    leaveForm() {
      form?.close();
      form = undefined;
    },
    /** Resolves once the form has its draft. */
    formIsOpen: async () => {
      while (!held) await new Promise((resolve) => setTimeout(resolve, 100));
    },
    text: () => held?.autosave.shown.get().post,
    /** @returns the title of the text that has the word now; `undefined` where there was no form to type in. */
    type(title: string, word: string): string | undefined {
      if (!held || held.autosave.isSubmitted || held.autosave.draft().userId !== authorOf(session.get()))
        return undefined;
      const { post } = held.autosave.shown.get();
      const isBegun = !isBlank(post);
      held.autosave.change({
        title: isBegun ? post.title : title,
        content: isBegun ? `${post.content} ${word}` : word,
      });
      return isBegun ? post.title : title;
    },
    /**
     * Create Blog, as PostEditor presses it.
     *
     * @returns what the author is told, with the text that was pressed.
     */
    async press() {
      const pressed = held;
      if (!pressed || !form || pressed.autosave.isSubmitted) return undefined;
      const { autosave } = pressed;
      const isOpen = () => held === pressed;
      await autosave.flush();
      const { post } = autosave.shown.get();
      if (isBlank(post) || autosave.isSubmitted) return undefined;
      if (autosave.draft().userId !== authorOf(session.get())) return undefined;
      const onStored = autosave.beginSubmit();
      const draft = autosave.draft();
      const told = await submitPost(draft, { isOpen, onStored, onSent: autosave.noteSent })
        .catch(() => 'not kept' as const)
        .finally(onStored);
      const isAway = told === 'taken' || told === 'waiting';
      if (isAway) dropBackup(draft.id, autosave.draft().savedAt);
      if (isOpen() && told === 'taken') {
        forgetTabDraft(draft.userId);
        pressed.release();
        form = openDraftForm(authorOf(session.get()), show);
      } else if (isOpen() && told === 'waiting') {
        await form?.startAfresh();
      } else if (!isAway) {
        autosave.isSubmitted = false;
        await autosave.flush();
      }
      return { told, post };
    },
    openDraft: async (id: string) => form?.open(id),
    startAfresh: async () => form?.startAfresh(),
  };
}
