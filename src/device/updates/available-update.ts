import { createObservable } from '../observable.ts';

/**
 * The result of accepting the update. `text here`: the tab holds a text and is not reloaded. `not yet`: the earlier
 * worker is still busy, and a later reload would surprise the person.
 */
export type UpdateResult = 'opening' | 'text here' | 'not yet';

/** Whether a newer build than this page's is on the device. */
export type AvailableUpdate = { kind: 'none' } | { kind: 'ready'; accept: () => Promise<UpdateResult> };

export const availableUpdate = createObservable<AvailableUpdate>({ kind: 'none' });
