import type { Post } from '../../contract/posts.ts';
import { callUrl } from '../../device/calls/host.ts';
import { startRetries } from '../../device/calls/retries.ts';
import { createLatestOnly } from '../../device/latest-only.ts';
import { createObservable, type Observable } from '../../device/observable.ts';
import { noteShown } from '../news/hand-over-shown.ts';
import { onReadingNews } from '../news/reading-news.ts';
import type { AddressedPage, Freshness, PostPage } from './blog-calls.ts';
import { countOf, holdBackNewerPosts } from './hold-back-newer-posts.ts';
import { noteListed } from './listed-post.ts';
import { loadBlogCalls } from './load-blog-calls.ts';
import { confirmedWrites } from './post-overlays.ts';

/** State of the list's next page. `none`: the list has ended; `there`: it is not requested yet. */
export type OlderState = 'none' | 'there' | 'asked' | 'failed';

export interface LoadedList {
  state: 'loaded';
  posts: Post[];
  /** Number of pages that `posts` come from. */
  pages: number;
  older: OlderState;
  next: string | undefined;
  /** Whether this is a search, and the backend has not indexed all posts for it yet. */
  isIncomplete: boolean;
  /** Whether newer posts are not shown yet, because they would push away the posts in view. */
  hasNewer: boolean;
}

export type PostListState = { state: 'loading' } | { state: 'failed' } | LoadedList;

/** A list as its screen shows it. The functions do not use `this`, so they can be passed on alone. */
export interface PostList {
  state: Observable<PostListState>;
  pages: () => PostPage[];
  loadOlder: () => Promise<void>;
  /** Shows the newer posts that were held back. */
  showNewer: () => void;
  /** Refetches on the reader's request. Resolves when the network has answered, or after `timeouts.staleWaitMs`. */
  refresh: () => Promise<void>;
  /** Keeps the list up to date until `stop`. `asked` resolves when the first request ends; `false` if none is made. */
  start(wanted?: number): { asked: Promise<void> | false; stop: () => void };
}

interface ListOptions {
  /** The list's first page, if the server rendered it into the document. */
  first?: PostPage | undefined;
  /** Whether the worker served the document from its cache; if so, the list is requested at once. */
  areCached?: boolean | undefined;
  /** Returns whether the reader has scrolled down. New posts then must not push away the posts in view. */
  isScrolled: () => boolean;
  load?: () => Promise<ListCalls>;
}

/** The calls that fetch pages of a list. */
export type ListCalls = Pick<Awaited<ReturnType<typeof loadBlogCalls>>, 'getPages' | 'getOlder'>;

/**
 * Reads a list page by page, first from the cache and then from the network.
 *
 * @param path of the call that returns the first page: `/blog/posts` or `/blog/users/{userId}/posts`.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: taken apart it is 90 bytes more of every first visit
export function readPostList(
  path: string,
  { first, areCached = false, isScrolled, load = loadBlogCalls }: ListOptions,
): PostList {
  /** Evaluated late, because the server that renders the page does not know the address. */
  const url = () => callUrl(path);
  let listed: Listed = { pages: first ? [first] : [], hasNewer: false };
  let posts = withoutRepeats(listed.pages);
  let hasFailed = false;
  let older: 'idle' | 'asked' | 'failed' = 'idle';
  let wanted = 1;
  const requests = createLatestOnly();

  const whatIsShown = (): PostListState => {
    const { pages, hasNewer } = listed;
    if (pages.length === 0) return { state: hasFailed ? 'failed' : 'loading' };
    const next = pages.at(-1)?.next;
    return {
      state: 'loaded',
      posts,
      pages: pages.length,
      older: next ? (older === 'idle' ? 'there' : older) : 'none',
      next,
      isIncomplete: pages.some((page) => page.isIncomplete),
      hasNewer,
    };
  };
  const state = createObservable(whatIsShown());
  const update = () => {
    noteListed(posts);
    state.set(whatIsShown());
  };
  const addressed = (): AddressedPage[] =>
    listed.pages.map((page, index) => ({ url: listed.pages[index - 1]?.next ?? url(), page }));
  const show = (next: Listed) => {
    if (next.pages !== listed.pages) posts = withoutRepeats(next.pages);
    listed = next;
  };

  // A new post on the first page shifts every later page, so all pages that are shown are read again in order.
  const askAll = async (freshness: Freshness) => {
    const isLatest = requests.begin();
    let fresh: PostPage[] = [];
    try {
      const { getPages } = await load();
      const count = Math.max(listed.pages.length, wanted);
      fresh = await getPages(url(), { count, shown: addressed(), freshness });
      hasFailed = false;
    } catch (error) {
      console.error('Could not read the list; posts that are shown stay, and it is requested again later.', error);
      hasFailed = true;
    }
    if (isLatest() && fresh.length > 0) join(fresh);
    update();
  };

  const askNewest = () => void askAll('newest');

  const join = (fresh: PostPage[]) => {
    const { pages } = listed;
    const next = fresh.at(-1)?.next;
    // Keeps the pages that are shown after the last fresh page, unless the list now ends with that page.
    const last = pages.findIndex((page) => page.next === next);
    const whole = next ? [...fresh, ...pages.slice(last === -1 ? fresh.length : last + 1)] : fresh;
    show(isScrolled() ? calmly(pages, whole) : { pages: whole, hasNewer: false });
  };

  const loadOlder = async () => {
    if (!listed.pages.at(-1)?.next || older === 'asked') return;
    older = 'asked';
    update();
    const isLatest = requests.join();
    try {
      const { getOlder } = await load();
      const more = await getOlder(addressed());
      if (isLatest()) show({ ...listed, pages: [...listed.pages, ...more] });
      older = 'idle';
    } catch (error) {
      console.error('Could not read older posts; "Show more" tries again.', error);
      older = 'failed';
    }
    update();
  };

  return {
    state,
    pages: () => listed.pages,
    loadOlder,
    showNewer: () => void askAll('cached'),
    refresh: () => askAll('fresh'),
    start(pagesBefore = 1) {
      wanted = pagesBefore;
      const retries = startRetries(askNewest);
      const stops = [
        // Also retries after an answer that could not be stored: storage may work later.
        state.subscribe(() => retries.setFailed(hasFailed || listed.pages.some(({ notKept }) => notKept === 'failed'))),
        onReadingNews((changed, isKept) => {
          if (changed === url() || addressed().some((page) => page.url === changed))
            void askAll(isKept ? 'cached' : 'fresh');
        }),
        // A confirmed write may have added a post to the backend's lists, or removed one.
        confirmedWrites.subscribe(askNewest),
        retries.stop,
      ];
      if (first && !areCached) noteShown(url());
      return {
        asked: (listed.pages.length < wanted || areCached) && askAll('newest'),
        stop() {
          requests.begin();
          for (const stop of stops) stop();
        },
      };
    },
  };
}

interface Listed {
  pages: PostPage[];
  hasNewer: boolean;
}

/** Returns as much of `whole` as can be shown without moving the posts in view. */
function calmly(now: PostPage[], whole: PostPage[]): Listed {
  const calm = now.length > 0 ? holdBackNewerPosts(now, whole) : whole;
  return { pages: calm, hasNewer: countOf(calm) < countOf(whole) || calm === now };
}

/** Returns the posts of the pages, each once: pages that were requested at different times can overlap. */
function withoutRepeats(pages: PostPage[]): Post[] {
  const posts = new Map<string, Post>();
  for (const post of pages.flatMap((page) => page.posts)) if (!posts.has(post._id)) posts.set(post._id, post);
  return [...posts.values()];
}
