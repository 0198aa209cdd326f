import { callPaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import type { Freshness } from '../api/blog.ts';
import { callUrl } from '../api/host.ts';
import { loadBlogCalls } from '../api/load-blog-calls.ts';
import { createLatestOnly } from '../latest-only.ts';
import { createObservable, type Observable } from '../observable.ts';
import { isUncontrolled, onCacheUpdated, recordShownAnswer } from '../worker-client/worker-client.ts';
import { startRetries } from './retries.ts';

export type PostState = { state: 'loading' } | { state: 'failed'; isGone: boolean } | { state: 'loaded'; post: Post };

export interface PostReading {
  state: Observable<PostState>;
  /** Reads while the post's screen is shown. `asked` resolves once the first request has been answered, or has failed. */
  start(): { asked: Promise<void>; stop(): void };
}

/** Whether the backend says that there is no such post. */
const isGone = (error: unknown): boolean => Object(error).response?.status === 404;

/**
 * Reads one post, first from the cache and then from the network. A failure leaves the post that is shown.
 *
 * @param rendered the post as the page came with it.
 */
export function readPost(id: string, rendered?: Post): PostReading {
  /** Not known where the page is rendered on the server. */
  const url = () => callUrl(callPaths.post(id));
  const state = createObservable<PostState>(rendered ? { state: 'loaded', post: rendered } : { state: 'loading' });
  const requests = createLatestOnly();
  let shownOrder = 0;
  let cameUnseen = rendered !== undefined || isUncontrolled();

  const showFirst = () => {
    if (cameUnseen) recordShownAnswer(url());
  };
  const ask = async (freshness: Freshness) => {
    const isLatest = requests.begin();
    if (isUncontrolled()) cameUnseen = true;
    try {
      const { getPost } = await loadBlogCalls();
      const { post, order = Number.POSITIVE_INFINITY } = await getPost(id, freshness);
      // When the network hangs, the worker answers with a stale cached response, which may be older than what is shown.
      if (!isLatest() || order < shownOrder) return;
      if (Number.isFinite(order)) shownOrder = order;
      const isFirst = state.get().state !== 'loaded';
      state.set({ state: 'loaded', post });
      if (isFirst) showFirst();
    } catch (error) {
      console.error('Could not read the post; one that is shown stays, otherwise it is requested again.', error);
      if (isLatest() && state.get().state !== 'loaded') state.set({ state: 'failed', isGone: isGone(error) });
    }
  };

  return {
    state,
    start() {
      const retries = startRetries(() => void ask('newest'));
      const followState = () => retries.setFailed(state.get().state === 'failed');
      const stops = [
        state.subscribe(followState),
        onCacheUpdated((changed, isCached) => changed === url() && void ask(isCached ? 'cached' : 'network')),
        retries.stop,
      ];
      followState();
      const isLoading = state.get().state === 'loading';
      if (state.get().state === 'loaded') showFirst();
      return {
        asked: isLoading ? ask('newest') : Promise.resolve(),
        stop() {
          requests.begin();
          for (const stop of stops) stop();
        },
      };
    },
  };
}
