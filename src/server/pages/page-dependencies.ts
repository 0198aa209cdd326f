import type { RegistrationRule } from '../domain/registration-rules.ts';
import type { Search } from '../http/create-search.ts';
import type { DocumentCache } from '../http/document-cache.ts';
import type { PostLists } from '../http/post-lists.ts';
import type { SiteFinder } from '../http/site-finder.ts';
import type { Store } from '../store/schema.ts';
import type { WorkQueue } from '../work-queue.ts';
import type { FeedContents } from './feed-contents.ts';
import type { RenderLanes } from './render-lanes.ts';

/** What pages, feed and sitemaps are made from, and the queues that limit how many are made at once. */
export type PageDependencies = {
  store: Store;
  site: SiteFinder;
  documentCache: DocumentCache;
  lists: PostLists;
  searches: Search;
  registration: RegistrationRule;
  /** Queue for documents that are made on the main thread. */
  documents: WorkQueue;
  /** Where pages are rendered. */
  lanes: RenderLanes;
  feedContents: FeedContents;
};
