import { createObservable } from '../../device/observable.ts';
import type { Follow } from './follow.ts';

/** The follows of this device. `unavailable`: the database fails or does not answer. */
export type FollowingState = { kind: 'loading' } | { kind: 'unavailable' } | { kind: 'known'; follows: Follow[] };

/** As last read by this page; `startFollowing` keeps it up to date. */
export const following = createObservable<FollowingState>({ kind: 'loading' });
