import type { Post } from '../../contract/posts.ts';
import { createObservable } from '../../device/observable.ts';

/** The post that is on screen; or that there is no such post any more. Opened is read, whoever follows its author. */
export const openedPost = createObservable<Pick<Post, '_id' | 'createdAt'> | undefined>(undefined);
