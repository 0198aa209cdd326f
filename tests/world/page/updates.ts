import { availableUpdate } from '../../../src/device/updates/available-update.ts';

/** What `UpdateNotice` shows and does. */
export const updateNotice = {
  isUpdateOffered: () => availableUpdate.get().kind === 'ready',
  /** @returns what came of it; nothing where no update is offered */
  async acceptUpdate() {
    const update = availableUpdate.get();
    return update.kind === 'ready' ? await update.accept() : undefined;
  },
};
