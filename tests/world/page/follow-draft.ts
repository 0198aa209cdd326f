import { isUnsaved, type ShownDraft } from '../../../src/data/drafts/draft-autosave.ts';
import type { DraftInForm } from '../../../src/data/drafts/draft-form.ts';
import { trackText } from '../../../src/data/drafts/texts-on-screen.ts';
import { timeouts } from '../../../src/data/timeouts.ts';

/** Does for a draft on screen what `useDraft` does; returns a function that stops it. */
export function followDraft({ autosave }: DraftInForm, onShown: (shown: ShownDraft) => void): () => void {
  const { leave, shown } = autosave;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const stop = shown.subscribe(() => {
    onShown(shown.get());
    clearTimeout(retry);
    if (isUnsaved(shown.get().status)) retry = setTimeout(() => void autosave.flush(), timeouts.unsavedRetryMs);
  });
  const hideText = trackText(autosave);
  const leaveHidden = () => document.visibilityState === 'hidden' && leave();
  addEventListener('pagehide', leave);
  document.addEventListener('freeze', leave);
  document.addEventListener('visibilitychange', leaveHidden);
  return () => {
    stop();
    clearTimeout(retry);
    hideText();
    removeEventListener('pagehide', leave);
    document.removeEventListener('freeze', leave);
    document.removeEventListener('visibilitychange', leaveHidden);
  };
}
