import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Follow } from '../../reading/follows/follow.ts';
import { type ListPage, listUrlOf, postsOf } from '../../reading/follows/look-for-new.ts';
import { onReadingNews } from '../../reading/news/reading-news.ts';
import type { Freshness } from '../../reading/shown/blog-calls.ts';
import type { OlderState } from '../../reading/shown/post-list.ts';
import { readList } from '../following/read-list.ts';
import { type MergedLists, mergeLists, type ReadList } from './merge-lists.ts';
import { useRetryAndRefetch } from './useRetryAndRefetch.ts';
import { withPage } from './with-page.ts';

/** How many lists are read at the same time: a device may follow a hundred authors and topics. */
const atATime = 3;

export type FollowedPosts =
  | { state: 'loading' }
  | ({ state: 'loaded'; older: OlderState; hasFailed: boolean; loadOlder: () => void } & MergedLists);

/** Returns the posts of all followed authors and topics, newest first. */
export function useFollowedPosts(follows: Follow[]): FollowedPosts {
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
  const readMissing = useEffectEvent(() => {
    void readAll(
      urls.filter((url) => !lists.has(url)),
      'cached',
    );
  });
  const followChange = useEffectEvent((url: string, isCached: boolean) => {
    if (urls.includes(url)) void readFirst(url, isCached ? 'cached' : 'network');
  });

  const wanted = urls.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the missing lists when the follows have changed
  useEffect(() => readMissing(), [wanted]);
  useEffect(() => {
    isMounted.current = true;
    const leave = onReadingNews((url, isKept) => followChange(url, isKept));
    return () => {
      isMounted.current = false;
      leave();
    };
  }, []);
  const read = urls.flatMap((url) => lists.get(url) ?? []);
  const hasFailed = read.some(({ hasFailed: failed }) => failed);
  useRetryAndRefetch(
    () => void readAll(hasFailed ? urls.filter((url) => lists.get(url)?.hasFailed) : urls, 'newest'),
    hasFailed,
  );

  if (read.length < urls.length && read.every(({ posts }) => posts.length === 0)) return { state: 'loading' };
  const merged = mergeLists(
    follows.flatMap((one) => {
      const list = lists.get(listUrlOf(one));
      return list ? [{ ...list, posts: postsOf(one, list.posts) }] : [];
    }),
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
    console.error(`Could not read ${url}; posts that are shown stay, and it is requested again.`, error);
    return 'failed';
  }
}
