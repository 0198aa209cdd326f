import { askForPersistence } from '../../device/storage/persistence.ts';
import { isTabStorageAllowed } from '../../device/storage/tab-storage.ts';
import { timeouts } from '../../device/timeouts.ts';
import { trackText } from '../../device/updates/texts-on-screen.ts';
import { askBeforeUnload } from '../record/ask-before-unload.ts';
import type { FormText } from './form-text.ts';
import { isOnDevice, isUnsaved } from './typed-text.ts';

/**
 * Keeps a text safe while its form is shown: saves it when the page is hidden, frozen or left, and retries if it could
 * not be saved.
 *
 * @returns a function to call when the form is left.
 */
export function keepWhileShown(text: FormText): () => void {
  const { key, leave, shown, flush } = text;
  const hasBackup = isTabStorageAllowed();
  const leaveHidden = () => document.visibilityState === 'hidden' && leave();
  const hideText = trackText(text);
  let retry: ReturnType<typeof setTimeout> | undefined;
  const stopFollowing = shown.subscribe(() => {
    const { status } = shown.get();
    clearTimeout(retry);
    // Without session storage, asks before the page closes, because text that is not saved yet would be lost.
    askBeforeUnload(key, !hasBackup && !isOnDevice(status));
    if (status === 'saved') void askForPersistence();
    if (isUnsaved(status)) retry = setTimeout(() => void flush(), timeouts.unsavedRetryMs);
  });
  addEventListener('pagehide', leave);
  document.addEventListener('freeze', leave);
  document.addEventListener('visibilitychange', leaveHidden);
  // If the page is hidden already, saves the text now, because no event will follow.
  leaveHidden();
  return () => {
    hideText();
    stopFollowing();
    clearTimeout(retry);
    askBeforeUnload(key, false);
    removeEventListener('pagehide', leave);
    document.removeEventListener('freeze', leave);
    document.removeEventListener('visibilitychange', leaveHidden);
  };
}
