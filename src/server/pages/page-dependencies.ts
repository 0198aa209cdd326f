import type { RegistrationRule } from '../accounts/registration-rules.ts';
import type { PostSources } from '../posts/read-post-routes.ts';
import type { Lanes } from '../process/thread-lanes.ts';
import type { Search } from '../search/create-search.ts';
import type { SiteFinder } from '../site/site-finder.ts';
import type { FeedContents } from './feed-contents.ts';
import type { RenderJob } from './render-lanes.ts';

/** The sources of pages, feed and sitemaps, and the queues that limit how many are made at once. */
export type PageDependencies = Omit<PostSources, 'answerSearch'> & {
  site: SiteFinder;
  searches: Search;
  registration: RegistrationRule;
  /** The threads that render pages. */
  lanes: Lanes<RenderJob>;
  feedContents: FeedContents;
};
