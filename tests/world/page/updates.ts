import { availableUpdate } from '../../../src/device/updates/available-update.ts';

/** The texts and actions of `UpdateNotice`. */
export const updateNotice = {
  isUpdateOffered: () => availableUpdate.get().kind === 'ready',
  /** Accepts the update. @returns the outcome; `undefined` if no update is offered */
  async acceptUpdate() {
    const update = availableUpdate.get();
    return update.kind === 'ready' ? await update.accept() : undefined;
  },
};
