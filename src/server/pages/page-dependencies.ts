import type { RegistrationRule } from '../accounts/registration-rules.ts';
import type { DocumentCache } from '../http/document-cache.ts';
import type { PostLists } from '../posts/post-lists.ts';
import type { Lanes } from '../process/thread-lanes.ts';
import type { WorkQueue } from '../process/work-queue.ts';
import type { Search } from '../search/create-search.ts';
import type { SiteFinder } from '../site/site-finder.ts';
import type { Store } from '../store/schema.ts';
import type { FeedContents } from './feed-contents.ts';
import type { RenderJob } from './render-lanes.ts';

/** The sources of pages, feed and sitemaps, and the queues that limit how many are made at once. */
export type PageDependencies = {
  store: Store;
  site: SiteFinder;
  documentCache: DocumentCache;
  lists: PostLists;
  searches: Search;
  registration: RegistrationRule;
  /** Queue for documents that are made on the main thread. */
  documents: WorkQueue;
  /** The threads that render pages. */
  lanes: Lanes<RenderJob>;
  feedContents: FeedContents;
};
