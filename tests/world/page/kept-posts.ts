import { refreshNewest } from '../../../src/reading/news/tell-worker.ts';
import { pinPost, unpinPost } from '../../../src/reading/shown/pins.ts';
import { type NewestChoice, saveNewestChoice } from '../../../src/reading/store/newest-choice.ts';

/** What readers choose to keep on the device. */
export const keptPosts = {
  /** Keep on this device, as in `PinButton`. */
  keep: pinPost,
  stopKeeping: unpinPost,
  /** Always keep the newest, as in `KeepNewest`. */
  async chooseNewest(count: number) {
    await saveNewestChoice({ count: count as NewestChoice['count'], withPictures: false });
    refreshNewest();
  },
};
