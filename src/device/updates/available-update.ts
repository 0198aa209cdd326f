import { createObservable } from '../observable.ts';

/**
 * The result of accepting the update. `opening`: the tab reloads. `text here`: a field of the tab has text, so the tab
 * is not reloaded. `not yet`: the earlier worker is still busy, so the tab is not reloaded, now or later: a late
 * reload would surprise the user.
 */
export type UpdateResult = 'opening' | 'text here' | 'not yet';

/** Whether a newer build than this page's is on the device. */
export type AvailableUpdate = { kind: 'none' } | { kind: 'ready'; accept: () => Promise<UpdateResult> };

export const availableUpdate = createObservable<AvailableUpdate>({ kind: 'none' });
