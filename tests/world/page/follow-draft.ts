import type { ShownDraft } from '../../../src/data/drafts/draft-autosave.ts';
import type { DraftInForm } from '../../../src/data/drafts/draft-form.ts';
import { keepWhileShown } from '../../../src/data/drafts/keep-while-shown.ts';

/** Keeps a draft in its form as its screen does, and tells what it shows; returns a function that stops it. */
export function followDraft({ autosave }: DraftInForm, onShown: (shown: ShownDraft) => void): () => void {
  const stops = [autosave.shown.subscribe(() => onShown(autosave.shown.get())), keepWhileShown(autosave)];
  return () => {
    for (const stop of stops) stop();
  };
}
