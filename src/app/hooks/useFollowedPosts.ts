import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Post } from '../../contract/posts.ts';
import type { Follow } from '../../reading/follows/follow.ts';
import { type ListPage, listUrlOf, postsOf } from '../../reading/follows/look-for-new.ts';
import { askWorker } from '../../reading/news/ask-worker.ts';
import { offlineAvailability } from '../../reading/news/offline-availability.ts';
import { onReadingNews } from '../../reading/news/reading-news.ts';
import type { Freshness } from '../../reading/shown/blog-calls.ts';
import type { OlderState } from '../../reading/shown/post-list.ts';
import { readList } from '../following/read-list.ts';
import { type MergedLists, mergeLists, type ReadList } from './merge-lists.ts';
import { useRetryAndRefetch } from './useRetryAndRefetch.ts';
import { withPage } from './with-page.ts';

/** Lists that are asked for at a time: there may be a hundred. */
const atATime = 3;

export type FollowedPosts =
  | { state: 'loading' }
  | ({ state: 'loaded'; older: OlderState; hasFailed: boolean; loadOlder: () => void } & MergedLists);

/** The posts of all that are followed, newest first: what the device has of them, and what the backend lists. */
export function useFollowedPosts(follows: Follow[]): FollowedPosts {
  const [onDevice, setOnDevice] = useState<Post[]>();
  const [lists, setLists] = useState<ReadonlyMap<string, ReadList>>(new Map());
  const [isAsking, setAsking] = useState(false);
  const isMounted = useRef(true);
  const urls = [...new Set(follows.map(listUrlOf))];

  const readFirst = async (url: string, freshness: Freshness) => {
    const page = await readPage(url, freshness);
    if (isMounted.current) setLists((now) => withPage(now, url, page, 'first'));
  };
  const readAll = async (wanted: string[], freshness: Freshness) => {
    const left = [...wanted];
    const takeNext = async () => {
      for (let url = left.shift(); url && isMounted.current; url = left.shift()) await readFirst(url, freshness);
    };
    await Promise.all(Array.from({ length: atATime }, takeNext));
  };
  const takeFromDevice = useEffectEvent(async () => {
    const posts = await askWorker('followed').catch((error: unknown) => {
      console.debug('No worker tells which posts of those followed are on this device.', error);
      return [];
    });
    if (isMounted.current) setOnDevice(posts);
  });
  const readMissing = useEffectEvent(() => {
    void takeFromDevice();
    void readAll(
      urls.filter((url) => !lists.has(url)),
      'cached',
    );
  });
  const followChange = useEffectEvent((url: string, isCached: boolean) => {
    if (urls.includes(url)) void readFirst(url, isCached ? 'cached' : 'network');
  });

  const wanted = urls.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is missing is read when others are followed
  useEffect(() => readMissing(), [wanted]);
  useEffect(() => {
    isMounted.current = true;
    const leave = [
      onReadingNews((url, isKept) => followChange(url, isKept)),
      offlineAvailability.subscribe(() => void takeFromDevice()),
    ];
    return () => {
      isMounted.current = false;
      for (const stop of leave) stop();
    };
  }, []);
  const read = urls.flatMap((url) => lists.get(url) ?? []);
  const hasFailed = read.some(({ hasFailed: failed }) => failed);
  useRetryAndRefetch(
    () => void readAll(hasFailed ? urls.filter((url) => lists.get(url)?.hasFailed) : urls, 'newest'),
    hasFailed,
  );

  if (onDevice === undefined || (read.length < urls.length && onDevice.length === 0)) return { state: 'loading' };
  const merged = mergeLists(
    follows.flatMap((one) => {
      const list = lists.get(listUrlOf(one));
      return list ? [{ ...list, posts: postsOf(one, list.posts) }] : [];
    }),
    onDevice,
  );
  const loadOlder = async () => {
    if (isAsking) return;
    setAsking(true);
    const oldest = urls.filter((url) => merged.holding.includes(lists.get(url)?.next ?? ''));
    for (const url of oldest) {
      const next = lists.get(url)?.next;
      const page = next && (await readPage(next, 'newest'));
      if (page && isMounted.current) setLists((now) => withPage(now, url, page, 'next'));
    }
    setAsking(false);
  };
  const older = merged.holding.length === 0 ? 'none' : isAsking ? 'asked' : hasFailed ? 'failed' : 'there';
  return { state: 'loaded', ...merged, older, hasFailed, loadOlder: () => void loadOlder() };
}

async function readPage(url: string, freshness: Freshness): Promise<ListPage | 'failed'> {
  try {
    return await readList(url, freshness);
  } catch (error) {
    console.error(`Could not read ${url}; what the device has of it is shown, and it is asked for again.`, error);
    return 'failed';
  }
}
