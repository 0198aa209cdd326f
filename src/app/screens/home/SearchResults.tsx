import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { callPaths, pagePaths } from '../../../contract/paths.ts';
import type { Post } from '../../../contract/posts.ts';
import { connection } from '../../../device/calls/connection.ts';
import { isOwnBackend } from '../../../device/calls/host.ts';
import { InfinitePostList } from '../../components/InfinitePostList.tsx';
import { LoadingPosts } from '../../components/LoadingPosts.tsx';
import { NoScriptOlderPostsLink } from '../../components/NoScriptOlderPostsLink.tsx';
import { readScrollAnchor } from '../../hooks/list-scroll-anchor.ts';
import { useListPath } from '../../hooks/useListPath.ts';
import { useObservable } from '../../hooks/useObservable.ts';
import {
  areSameShown,
  hasDeviceLost,
  mergeResults,
  type ShownResults,
  shownResults,
} from '../../search/merge-results.ts';
import { deviceSearch, reportUnavailable, useDeviceAnswer } from '../../search/useDeviceAnswer.ts';
import { ResultCard } from './ResultCard.tsx';
import { SearchStatus, type ServerPart } from './SearchStatus.tsx';
import { ServerResults, useServerListing } from './ServerResults.tsx';

/** Starts the search on this device ahead of the first keystroke. */
export function prepareSearch(): void {
  deviceSearch.use(({ wakeDeviceSearch }) => wakeDeviceSearch(), reportUnavailable);
}

/** Starts the search in the web worker while the page is still rendering. */
export function searchAhead(query: string): void {
  deviceSearch.use(({ searchDevice }) => searchDevice(query, step), reportUnavailable);
}

/** Number of results added to the page at once: more than fit on a screen, and few enough for a slow processor. */
const step = 8;

/** Milliseconds without a keystroke until the app puts the query into the address and asks the server. */
const settleMs = 400;

interface SearchResultsProps {
  /** The query in the address. */
  query: string;
  /** The query in the field. */
  typed: string;
  /** Puts the typed query into the address. */
  settle: () => void;
}

interface Shown {
  query: string;
  results: ShownResults;
  /** How many times only the server still found a result that the device had found before (`hasDeviceLost`). */
  losses: number;
}

/** Shows the posts that match a query: those on this device while the reader types, then the server's, too. */
export function SearchResults({ query, typed, settle }: SearchResultsProps) {
  const path = useListPath(callPaths.found('q', query));
  const [reported, report] = useServerListing(path);
  const [more, setMore] = useState({ query: typed, limit: typeof history === 'undefined' ? step : firstLimit() });
  const limit = more.query === typed ? more.limit : step;
  const answer = useDeviceAnswer(typed, limit, typed !== query);
  const isAway = useObservable(connection) === 'away';
  useSettling(typed, typed !== query, settle);

  // The query of the results on screen, which stay until the next query is answered.
  const asked = answer.kind === 'answered' ? answer.query : typed;
  const isSettled = asked === typed && typed === query;
  const listing = isOwnBackend && isSettled && reported?.path === path ? reported.listing : undefined;
  const loaded = listing?.state === 'loaded' ? listing : undefined;
  const { found, total } = answer.kind === 'answered' ? answer : { found: [], total: 0 };
  const [shown, setShown] = useState<Shown>({ query: asked, results: [], losses: 0 });
  const before = shown.query === asked ? shown.results : [];
  const results = mergeResults(before, found, loaded?.posts ?? []);
  const now = shownResults(results);
  // Fixes the order once the server, or the device in full, has answered: no reader can have chosen a result before.
  const isOrdered = loaded !== undefined || (answer.kind === 'answered' && answer.isComplete);
  if (isOrdered && !(shown.query === asked && areSameShown(before, now))) {
    const losses = shown.losses + Number(hasDeviceLost(before, now));
    setShown({ query: asked, results: now, losses });
  }
  const askAgain = useEffectEvent(() => loaded?.refresh());
  // Asks the server again after a loss: its answer may be older than an edit or a delete that this device knows of.
  useEffect(() => {
    if (shown.losses > 0) void askAgain();
  }, [shown.losses]);

  const card = useCallback((post: Post, index: number) => <ResultCard {...{ post, index, query: asked }} />, [asked]);
  const hasMoreHere = total > found.length;
  // Also true for an outdated query. When this turns false, `older` changes: the list asks again if its end is in view.
  const isMoreAsked = hasMoreHere && (asked !== typed || found.length < limit);
  const askMore = () => !isMoreAsked && setMore({ query: asked, limit: limit + step });
  const server = isOwnBackend && isSettled ? partOf(listing?.state, isAway) : 'none';
  // The server searches every post. After its answer, this device can only add texts that are not published.
  const isDeviceSearching = answer.kind === 'none yet' || (answer.kind === 'answered' && !isOrdered);
  const isSearching = server === 'asked' || (server !== 'answered' && isDeviceSearching);
  return (
    <section aria-label="Search results">
      {isOwnBackend && query !== '' && <ServerResults key={path} path={path} report={report} />}
      <SearchStatus
        answer={answer}
        server={server}
        count={results.length + total - found.length}
        hasMore={loaded?.next !== undefined}
      />
      {loaded?.isIncomplete && <p role="status">Older blogs are still being indexed: some may be missing here.</p>}
      {results.length > 0 ? (
        <InfinitePostList
          posts={results}
          pages={loaded?.pages ?? 1}
          older={hasMoreHere ? (isMoreAsked ? 'asked' : 'there') : (loaded?.older ?? 'none')}
          loadOlder={() => (hasMoreHere ? askMore() : loaded?.loadOlder())}
          hasNewer={loaded?.hasNewer ?? false}
          showNewer={() => loaded?.showNewer()}
        >
          {card}
        </InfinitePostList>
      ) : isSearching ? (
        <LoadingPosts />
      ) : (
        <p>Nothing found for “{asked}”.</p>
      )}
      {loaded?.next && (
        <NoScriptOlderPostsLink next={loaded.next} page={`${pagePaths.home}?${new URLSearchParams({ q: query })}`}>
          More results
        </NoScriptOlderPostsLink>
      )}
    </section>
  );
}

/** Returns how many results were shown when the reader left this page. */
const firstLimit = (): number => Math.max(step, readScrollAnchor()?.shown ?? 0);

function partOf(state: 'loading' | 'failed' | 'loaded' | undefined, isAway: boolean): ServerPart {
  if (state === 'loaded') return 'answered';
  return state === 'failed' ? (isAway ? 'away' : 'failed') : 'asked';
}

/** Puts the query into the address after a pause, and before the reader leaves, so that Back leads to its results. */
function useSettling(typed: string, isTyping: boolean, settle: () => void): void {
  const settleNow = useEffectEvent(settle);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause begins anew with each key.
  useEffect(() => {
    if (!isTyping) return;
    const now = () => settleNow();
    const timer = setTimeout(now, settleMs);
    addEventListener('pointerdown', now, { capture: true });
    addEventListener('focusout', now);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', now, { capture: true });
      removeEventListener('focusout', now);
    };
  }, [typed, isTyping]);
}
