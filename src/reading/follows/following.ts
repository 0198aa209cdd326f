import { createObservable } from '../../device/observable.ts';
import type { Follow } from './follow.ts';

/** The follows of this device. `unavailable`: the database cannot be read. */
export type FollowingState = { kind: 'loading' } | { kind: 'unavailable' } | { kind: 'known'; follows: Follow[] };

/** The follows as this page last read them; `startFollowing` keeps them up to date. */
export const following = createObservable<FollowingState>({ kind: 'loading' });

/** The ids of the unread posts of all follows, as last read. */
export const unreadPosts = createObservable<ReadonlySet<string>>(new Set());

/** The post on screen, even if the backend reports it as deleted. Set to a new object whenever a post is opened. */
export const openedPost = createObservable<{ id: string } | undefined>(undefined);
