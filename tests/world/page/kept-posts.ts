import { refreshNewest } from '../../../src/reading/news/tell-worker.ts';
import { pinPost, unpinPost } from '../../../src/reading/shown/pins.ts';
import { type NewestChoice, saveNewestChoice } from '../../../src/reading/store/newest-choice.ts';

/** What readers say about what is to stay on the device. */
export const keptPosts = {
  /** Keep on this device, as `PinButton` does. */
  keep: pinPost,
  stopKeeping: unpinPost,
  /** Always keep the newest, as `KeepNewest` does. */
  async chooseNewest(count: number) {
    await saveNewestChoice({ count: count as NewestChoice['count'], withPictures: false });
    refreshNewest();
  },
};
