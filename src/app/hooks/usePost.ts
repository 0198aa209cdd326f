import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { callPaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import type { Freshness } from '../../data/api/blog.ts';
import { callUrl } from '../../data/api/host.ts';
import { loadBlogCalls } from '../../data/api/load-blog-calls.ts';
import { isUncontrolled, onCacheUpdated, recordShownAnswer } from '../../data/worker-client/worker-client.ts';
import { HydrationContext } from './HydrationContext.ts';
import { useLatestOnly } from './useLatestOnly.ts';
import { useRetryAndRefetch } from './useRetryAndRefetch.ts';

type PostState = { state: 'loading' } | { state: 'failed'; isGone: boolean } | { state: 'loaded'; post: Post };

/** Whether the backend says that there is no such post. */
const isGone = (error: unknown): boolean => Object(error).response?.status === 404;

/** Reads one post, first from the cache and then from the network. A failure leaves the post that is on screen. */
export function usePost(id: string): PostState {
  const { post: first } = useContext(HydrationContext);
  const [reading, setReading] = useState<PostState>(
    first?._id === id ? { state: 'loaded', post: first } : { state: 'loading' },
  );
  const requests = useLatestOnly();
  const shownOrder = useRef(0);
  const cameUnseen = useRef(reading.state === 'loaded' || isUncontrolled());

  const ask = async (freshness: Freshness) => {
    const isLatest = requests.begin();
    if (isUncontrolled()) cameUnseen.current = true;
    try {
      const { getPost } = await loadBlogCalls();
      const { post, order = Number.POSITIVE_INFINITY } = await getPost(id, freshness);
      // When the network hangs, the worker answers with a stale cached response, which may be older than what is shown.
      if (!isLatest() || order < shownOrder.current) return;
      if (Number.isFinite(order)) shownOrder.current = order;
      setReading({ state: 'loaded', post });
    } catch (error) {
      console.error('Could not read the post; one that is shown stays, otherwise it is requested again.', error);
      if (isLatest()) setReading((now) => (now.state === 'loaded' ? now : { state: 'failed', isGone: isGone(error) }));
    }
  };

  const askAtStart = useEffectEvent(() => reading.state === 'loading' && void ask('newest'));
  const followChange = useEffectEvent((isCached: boolean) => void ask(isCached ? 'cached' : 'network'));
  useEffect(() => {
    askAtStart();
    const url = callUrl(callPaths.post(id));
    return onCacheUpdated((changed, isCached) => changed === url && followChange(isCached));
  }, [id]);
  const isShown = reading.state === 'loaded';
  useEffect(() => {
    if (isShown && cameUnseen.current) recordShownAnswer(callUrl(callPaths.post(id)));
  }, [id, isShown]);
  useRetryAndRefetch(() => void ask('newest'), reading.state === 'failed');
  return reading;
}
