import { indexEntryOf } from '../../../src/server/domain/index-entry.ts';
import type { MakeEntry } from '../../../src/server/domain/post-index.ts';

/** Makes index entries without a thread. */
export const indexHere: MakeEntry = async (post) => indexEntryOf(post);
