import type { Post } from '../../contract/posts.ts';
import { askForPersistence } from '../../device/storage/persistence.ts';
import { refreshAvailability } from '../../reading/news/offline-availability.ts';
import { pinPost, unpinPost } from '../../reading/shown/pins.ts';
import { clearEvictable } from '../../reading/store/clear-reading.ts';
import { useBusy } from './useBusy.ts';
import { useFailableAction } from './useFailableAction.ts';

/** Pins and unpins posts, which is ignored while another one is running, and clears unpinned ones. */
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
    // Asked for a while ago: another one may have begun since.
    clearEvictable: async () => {
      await attempt(clearEvictable);
      refreshAvailability();
    },
  };
}
