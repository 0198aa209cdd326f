import { useEffect, useRef, useState } from 'react';
import type { DraftAutosave } from '../../data/drafts/draft-autosave.ts';
import { type DraftForm, type DraftInForm, type OpenResult, openDraftForm } from '../../data/drafts/draft-form.ts';
import { keepWhileShown } from '../../data/drafts/keep-while-shown.ts';
import { type EditForm, forgetTabDraft } from '../../data/drafts/tab-draft.ts';
import { authorOf, session } from '../../data/session/session.ts';
import { clearSharedFromAddress } from '../../data/share-target.ts';
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

  useEffect(() => held && keepWhileShown(held.autosave), [held]);

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
