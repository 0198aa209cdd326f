import { createObservable } from '../../device/observable.ts';

/** The ids of posts that came since their author or topic is followed, and were not opened yet, as last read. */
export const unreadPosts = createObservable<ReadonlySet<string>>(new Set());
