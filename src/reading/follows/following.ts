import { createObservable } from '../../device/observable.ts';
import type { Follow } from './follow.ts';

/** The follows of this device. `unavailable`: the database fails or does not answer. */
export type FollowingState = { kind: 'loading' } | { kind: 'unavailable' } | { kind: 'known'; follows: Follow[] };

/** As last read by this page; `startFollowing` keeps it up to date. */
export const following = createObservable<FollowingState>({ kind: 'loading' });

/** The ids of posts that came since their author or topic is followed, and were not opened yet, as last read. */
export const unreadPosts = createObservable<ReadonlySet<string>>(new Set());

/** The post that is on screen, or of which the backend says there that it is gone: set anew each time. */
export const openedPost = createObservable<{ id: string } | undefined>(undefined);
