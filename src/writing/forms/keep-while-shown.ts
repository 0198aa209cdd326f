import { askForPersistence } from '../../device/storage/persistence.ts';
import { isTabStorageAllowed } from '../../device/storage/tab-storage.ts';
import { timeouts } from '../../device/timeouts.ts';
import { trackText } from '../../device/updates/texts-on-screen.ts';
import { type FormText, isUnsaved } from './form-text.ts';

/**
 * Keeps a text safe while its form is shown: saves it as the page is hidden, frozen or left, and tries again what the
 * device could not save.
 *
 * @returns a function to be called when the form is left.
 */
export function keepWhileShown(text: FormText): () => void {
  const { leave, shown, flush } = text;
  const leaveHidden = () => document.visibilityState === 'hidden' && leave();
  const hideText = trackText(text);
  let retry: ReturnType<typeof setTimeout> | undefined;
  const stopFollowing = shown.subscribe(() => {
    const { status } = shown.get();
    clearTimeout(retry);
    if (status === 'saved') void askForPersistence();
    if (isUnsaved(status)) retry = setTimeout(() => void flush(), timeouts.unsavedRetryMs);
  });
  // Without session storage there is no backup: text that is not saved yet would be lost with the page.
  const askBeforeUnload = (event: Event) => leave() === 'page' && event.preventDefault();
  if (!isTabStorageAllowed()) addEventListener('beforeunload', askBeforeUnload);
  addEventListener('pagehide', leave);
  document.addEventListener('freeze', leave);
  document.addEventListener('visibilitychange', leaveHidden);
  // A page that was hidden before its text was found is told of nothing any more.
  leaveHidden();
  return () => {
    hideText();
    stopFollowing();
    clearTimeout(retry);
    removeEventListener('beforeunload', askBeforeUnload);
    removeEventListener('pagehide', leave);
    document.removeEventListener('freeze', leave);
    document.removeEventListener('visibilitychange', leaveHidden);
  };
}
