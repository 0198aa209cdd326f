import { useEffect, useRef, useState } from 'react';
import { type DraftAutosave, isUnsaved } from '../../data/drafts/draft-autosave.ts';
import { type DraftForm, type DraftInForm, type OpenResult, openDraftForm } from '../../data/drafts/draft-form.ts';
import { type EditForm, forgetTabDraft } from '../../data/drafts/tab-draft.ts';
import { trackText } from '../../data/drafts/texts-on-screen.ts';
import { authorOf, session } from '../../data/session/session.ts';
import { clearSharedFromAddress } from '../../data/share-target.ts';
import { askForPersistence } from '../../data/storage/persistence.ts';
import { isTabStorageAllowed } from '../../data/storage/tab-storage.ts';
import { timeouts } from '../../data/timeouts.ts';
import { useObservable } from './useObservable.ts';

/** The draft in the form, and actions that replace it. */
export interface OpenDraft {
  id: string;
  /** The post that the draft edits. */
  postId: string | undefined;
  autosave: DraftAutosave;
  /** Moves this draft to the earlier drafts and starts an empty one. */
  startAfresh: () => Promise<void>;
  open: (id: string) => Promise<OpenResult>;
  /** Releases the draft, so that the next form in this tab starts empty. */
  leave: () => void;
}

/**
 * Opens this tab's draft and autosaves it while the form is mounted; `undefined` until it has been found.
 *
 * @param edit the post that the form edits, always the same one; without it, the form is Create's.
 */
export function useDraft(edit?: EditForm): OpenDraft | undefined {
  const author = authorOf(useObservable(session));
  const [held, setHeld] = useState<DraftInForm>();
  const form = useRef<DraftForm>(undefined);

  // What is begun later begins from what is known of the post by then.
  const latest = useRef(edit);
  useEffect(() => {
    latest.current = edit;
  });

  useEffect(() => {
    const { current: first } = latest;
    const now = openDraftForm(
      author,
      setHeld,
      first && { postId: first.postId, begin: () => (latest.current ?? first).begin() },
    );
    form.current = now;
    return () => now.close();
  }, [author]);

  useEffect(() => {
    if (!held) return;
    const { leave, shown, flush } = held.autosave;
    const leaveHidden = () => document.visibilityState === 'hidden' && leave();
    const hideText = trackText(held.autosave);
    let retry: ReturnType<typeof setTimeout> | undefined;
    const stopFollowing = shown.subscribe(() => {
      const { status } = shown.get();
      clearTimeout(retry);
      if (status === 'saved') void askForPersistence();
      if (isUnsaved(status)) retry = setTimeout(() => void flush(), timeouts.unsavedRetryMs);
    });
    // Without session storage there is no draft backup: text that is not saved yet would be lost with the page.
    const askBeforeUnload = (event: Event) => leave() === 'page' && event.preventDefault();
    if (!isTabStorageAllowed()) addEventListener('beforeunload', askBeforeUnload);
    addEventListener('pagehide', leave);
    document.addEventListener('freeze', leave);
    document.addEventListener('visibilitychange', leaveHidden);
    return () => {
      hideText();
      stopFollowing();
      clearTimeout(retry);
      removeEventListener('beforeunload', askBeforeUnload);
      removeEventListener('pagehide', leave);
      document.removeEventListener('freeze', leave);
      document.removeEventListener('visibilitychange', leaveHidden);
    };
  }, [held]);

  if (!held) return undefined;
  return {
    id: held.autosave.draft().id,
    postId: held.autosave.draft().edit?.postId,
    autosave: held.autosave,
    async startAfresh() {
      clearSharedFromAddress();
      await form.current?.startAfresh();
    },
    open: async (id) => form.current?.open(id) ?? 'held elsewhere',
    leave() {
      forgetTabDraft(author, edit);
      clearSharedFromAddress();
      held.release();
    },
  };
}
