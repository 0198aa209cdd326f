import { createStore } from './store.ts';

/**
 * What became of the wish for the new version: a tab that holds a text is not reloaded, nor one whose worker is still
 * busy, as the reload would come when nobody expects it any more.
 */
export type Accepted = 'opening' | 'text here' | 'not yet';

/** Whether a newer version than this page's is on the device. */
export type Update = { state: 'none' } | { state: 'ready'; accept: () => Promise<Accepted> };

export const update = createStore<Update>({ state: 'none' });
