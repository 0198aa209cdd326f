import type { Post } from '../../contract/posts.ts';
import { askForPersistence } from '../../device/storage/persistence.ts';
import { refreshAvailability } from '../../reading/news/offline-availability.ts';
import { pinPost, unpinPost } from '../../reading/shown/pins.ts';
import { clearEvictable } from '../../reading/store/clear-reading.ts';
import { useBusy } from './useBusy.ts';
import { useFailableAction } from './useFailableAction.ts';

/** Returns functions that pin a post, unpin a post and remove all evictable posts, and their common progress. */
export function usePinActions() {
  const [isBusy, runAlone] = useBusy();
  const [hasFailed, attempt] = useFailableAction();

  const run = async (work: () => Promise<void>) => {
    await runAlone(() => attempt(work));
    refreshAvailability();
  };

  const progress = isBusy ? 'busy' : hasFailed ? 'failed' : 'idle';
  return {
    progress,
    pin: (post: Post) => {
      void askForPersistence();
      return run(() => pinPost(post));
    },
    unpin: (post: Post) => run(() => unpinPost(post)),
    // Runs even while a pin is running: the reader asked for the removal earlier, and `useUndoable` has delayed it.
    clearEvictable: async () => {
      await attempt(clearEvictable);
      refreshAvailability();
    },
  };
}
