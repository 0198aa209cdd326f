import { callPaths } from '../../../src/contract/paths.ts';
import type { Post } from '../../../src/contract/posts.ts';
import { type Freshness, getPost } from '../../../src/data/api/blog.ts';
import { callUrl } from '../../../src/data/api/host.ts';
import { createObservable, type Observable } from '../../../src/data/observable.ts';
import { isUncontrolled, onCacheUpdated, recordShownAnswer } from '../../../src/data/worker-client/worker-client.ts';
import { retryAndRefetch } from './retry-and-refetch.ts';

export type PostState = { state: 'loading' } | { state: 'failed'; isGone: boolean } | { state: 'loaded'; post: Post };

export interface PostReading {
  state: Observable<PostState>;
  /** Resolves once the first answer is there, or has failed. */
  first: Promise<void>;
  stop(): void;
}

const isGone = (error: unknown): boolean => Object(error).response?.status === 404;

/**
 * Reads a post as `usePost` does: the cached answer at once, the network's newer one in its place, and again after a
 * failure or an absence.
 */
export function readPost(id: string): PostReading {
  const state = createObservable<PostState>({ state: 'loading' });
  let shownOrder = 0;
  let latest = 0;
  let cameUnseen = isUncontrolled();
  let isStopped = false;

  const ask = async (freshness: Freshness) => {
    latest += 1;
    const mine = latest;
    if (isUncontrolled()) cameUnseen = true;
    try {
      const { post, order = Number.POSITIVE_INFINITY } = await getPost(id, freshness);
      if (mine !== latest || order < shownOrder) return;
      if (Number.isFinite(order)) shownOrder = order;
      const isShown = state.get().state === 'loaded';
      state.set({ state: 'loaded', post });
      if (!isShown && cameUnseen) recordShownAnswer(callUrl(callPaths.post(id)));
    } catch (error) {
      if (mine === latest && state.get().state !== 'loaded') state.set({ state: 'failed', isGone: isGone(error) });
    }
    if (!isStopped) retries.setFailed(state.get().state === 'failed');
  };
  const retries = retryAndRefetch(() => void ask('newest'));
  const stopFollowing = onCacheUpdated((changed, isCached) => {
    if (changed === callUrl(callPaths.post(id))) void ask(isCached ? 'cached' : 'network');
  });
  return {
    state,
    first: ask('newest'),
    stop() {
      latest += 1;
      isStopped = true;
      stopFollowing();
      retries.stop();
    },
  };
}
