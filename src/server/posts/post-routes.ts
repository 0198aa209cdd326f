import { callTemplates } from '../../contract/paths.ts';
import type { HandlersOf } from '../http/call.ts';
import type { postCalls } from './post-call-table.ts';
import type { PostIndexer } from './post-index.ts';
import type { PostingLimits } from './posting-limits.ts';
import { type PostSources, readPostHandlers } from './read-post-routes.ts';
import { versionRoutes } from './version-routes.ts';
import { writePostHandlers } from './write-post-routes.ts';

export function postRoutes(
  sources: PostSources,
  postingLimits: PostingLimits,
  indexer: PostIndexer,
): HandlersOf<typeof postCalls> {
  const { list, listOfUser, read } = readPostHandlers(sources);
  const { create, bringIn, edit, remove } = writePostHandlers(sources.store, postingLimits, indexer);
  return {
    [callTemplates.posts]: { GET: list, POST: create },
    // Before the template that it would match.
    [callTemplates.importPost]: { POST: bringIn },
    [callTemplates.post]: { GET: read, PUT: edit, DELETE: remove },
    [callTemplates.userPosts]: { GET: listOfUser },
    ...versionRoutes(sources.store),
  };
}
