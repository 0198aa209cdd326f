import type { MakeEntry } from '../../../src/server/posts/post-index.ts';
import { indexEntryOf } from '../../../src/server/search/index-entry.ts';

/** Makes index entries without a thread. */
export const indexHere: MakeEntry = async (post) => indexEntryOf(post);
