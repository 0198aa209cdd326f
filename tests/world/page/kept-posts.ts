import { refreshNewest } from '../../../src/reading/news/tell-worker.ts';
import { pinPost, unpinPost } from '../../../src/reading/shown/pins.ts';
import { type NewestChoice, saveNewestChoice } from '../../../src/reading/store/newest-choice.ts';

/** The actions by which readers choose which posts the device keeps. */
export const keptPosts = {
  /** Presses "Keep on this device" (`PinButton`). */
  keep: pinPost,
  stopKeeping: unpinPost,
  /** Chooses how many of the newest posts are always kept (`KeepNewest`). */
  async chooseNewest(count: number) {
    await saveNewestChoice({ count: count as NewestChoice['count'], withPictures: false });
    refreshNewest();
  },
};
