import type { Post } from '../../../src/contract/posts.ts';
import type { AddressedPage, Freshness, PostPage } from '../../../src/data/api/blog.ts';
import { getLonger, getOlder, getPages } from '../../../src/data/api/blog.ts';
import { callUrl } from '../../../src/data/api/host.ts';
import { outboxEntries } from '../../../src/data/outbox/outbox-entries.ts';
import { startRetries } from '../../../src/data/reading/retries.ts';
import { session } from '../../../src/data/session/session.ts';
import { isUncontrolled, onCacheUpdated, recordShownAnswer } from '../../../src/data/worker-client/worker-client.ts';
import type { ListEvents, PageEvents } from './page.ts';

const url = callUrl('/blog/posts');

/** The list of all posts as its screen reads it (`usePosts`), for a reader who stays at its top. */
export function listScreen(events: Pick<PageEvents, 'onListAsked'>) {
  let close: () => void = () => undefined;
  let listed: () => Post[] = () => [];
  let more: () => Promise<void> = async () => undefined;
  let hasMore: () => boolean = () => false;

  const openList = async (): Promise<void> => {
    close();
    let pages: PostPage[] = [];
    let latest = 0;
    let isOpen = true;
    let cameUnseen = false;

    const addressed = (): AddressedPage[] => pages.map((page, index) => ({ url: pages[index - 1]?.next ?? url, page }));
    const posts = () => [...new Map(pages.flatMap((page) => page.posts.map((post) => [post._id, post]))).values()];
    const show = (next: PostPage[], { onShown }: ListEvents) => {
      const stay = new Set(cameUnseen ? [] : pages.map((page) => page.posts));
      pages = next;
      if (cameUnseen)
        recordShownAnswer(
          url,
          posts().map(({ _id }) => _id),
          pages.length,
        );
      const came = pages.filter((page) => !stay.has(page.posts));
      const before = pages.slice(0, came[0] && pages.indexOf(came[0]));
      onShown(posts(), { posts: postsIn(came), before: postsIn(before) });
    };
    // Who opens the list hears of a failure; later ones are tried again.
    const ask = (freshness: Freshness) => void askAll(freshness).catch(() => undefined);

    const askAll = async (freshness: Freshness) => {
      latest += 1;
      const mine = latest;
      const isUnseen = isUncontrolled();
      if (isUnseen) cameUnseen = true;
      const asked = events.onListAsked();
      let fresh: PostPage[];
      try {
        fresh = await getPages(url, { count: Math.max(pages.length, 1), shown: addressed(), freshness });
        if (isOpen) retries.setFailed(false);
      } catch (error) {
        if (isOpen) retries.setFailed(true);
        if (isOpen && pages.length === 0) asked.onFailed();
        if (pages.length === 0) throw error;
        return;
      }
      if (!isOpen || mine !== latest) return;
      if (!isUnseen && (fresh.length >= pages.length || !fresh.at(-1)?.next)) cameUnseen = false;
      if ((pages[0]?.order ?? 0) > (fresh[0]?.order ?? Number.POSITIVE_INFINITY)) return;
      show(fresh.at(-1)?.next ? [...fresh, ...pages.slice(fresh.length)] : fresh, asked);
    };

    more = async () => {
      if (!isOpen || !pages.at(-1)?.next) return;
      const mine = latest;
      if (isUncontrolled()) cameUnseen = true;
      const isAnew = cameUnseen && !isUncontrolled();
      const asked = events.onListAsked();
      const found = await (isAnew ? getLonger : getOlder)(addressed());
      if (!isOpen || mine !== latest) return;
      if (isAnew) cameUnseen = false;
      show(isAnew ? found : [...pages, ...found], asked);
    };

    const retries = startRetries(() => ask('newest'));
    let waiting = waitingHere();
    const stops = [
      onCacheUpdated((changed, isCached) => {
        if (changed === url || addressed().some((page) => page.url === changed)) ask(isCached ? 'cached' : 'network');
      }),
      outboxEntries.subscribe(() => {
        const left = waitingHere();
        if (left < waiting) ask('newest');
        waiting = left;
      }),
      retries.stop,
    ];
    close = () => {
      isOpen = false;
      for (const stop of stops) stop();
    };
    listed = posts;
    hasMore = () => pages.at(-1)?.next !== undefined;
    await askAll('newest');
  };

  return {
    openList,
    showMore: () => more(),
    hasMore: () => hasMore(),
    /** What stands on it now. */
    listed: () => listed(),
  };
}

const postsIn = (pages: PostPage[]): Post[] => pages.flatMap((page) => page.posts);

const waitingHere = (): number => outboxEntries.get().filter(({ userId }) => userId === session.get().userId).length;
