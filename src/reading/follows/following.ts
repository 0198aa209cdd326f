import { createObservable } from '../../device/observable.ts';
import type { Follow } from './follow.ts';

/** The follows of this device. `unavailable`: the database fails or does not answer. */
export type FollowingState = { kind: 'loading' } | { kind: 'unavailable' } | { kind: 'known'; follows: Follow[] };

/** As last read by this page; `startFollowing` keeps it up to date. */
export const following = createObservable<FollowingState>({ kind: 'loading' });

/** The ids of the unread posts of what is followed, as last read. */
export const unreadPosts = createObservable<ReadonlySet<string>>(new Set());

/** The post that is on screen, or that the backend reports as gone there. Set to a new object for each post that is opened. */
export const openedPost = createObservable<{ id: string } | undefined>(undefined);
