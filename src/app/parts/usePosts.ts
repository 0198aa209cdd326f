import { useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Post } from '../../contract/posts.ts';
import type { Freshness, PostPage } from '../../data/api/blog.ts';
import { blogCalls } from '../../data/calls.ts';
import { callUrl } from '../../data/host.ts';
import { onCopyChanged, showAnswer } from '../../data/worker.ts';
import { FirstAnswersContext } from './FirstAnswers.ts';
import { readPlace } from './place.ts';
import { useAskAgain } from './useAskAgain.ts';
import { useWhenSent } from './useWaiting.ts';
import { countOf, withoutJump } from './withoutJump.ts';

/** Whether there are posts beyond those of the list, and how it stands with them. */
export type Older = 'none' | 'there' | 'asked' | 'failed';

export type Listing =
  | { state: 'loading' }
  | { state: 'failed' }
  | {
      state: 'loaded';
      posts: Post[];
      /** How many pages they came in. */
      pages: number;
      older: Older;
      next: string | undefined;
      askOlder: () => void;
      /** Whether newer ones wait above, so as not to push away what is being read. */
      hasNewer: boolean;
      showNewer: () => void;
      /** By hand: resolves when the network has answered, or has not within `spans.staleCopyWaits`. */
      refresh: () => Promise<void>;
    };

/**
 * A list, page by page as the backend pages it, first from the device and then in its newest state.
 *
 * @param path of the call whose answer is the first page: `/blog/posts`, or a user's.
 */
export function usePosts(path: string): Listing {
  const { posts: first, areKept } = useContext(FirstAnswersContext);
  const [{ pages, hasNewer }, setListed] = useState<Listed>({
    pages: first?.path === path ? [first.page] : [],
    hasNewer: false,
  });
  const [failed, setFailed] = useState(false);
  const [older, setOlder] = useState<'idle' | 'asked' | 'failed'>('idle');
  const latest = useRef(0);
  const wanted = useRef(1);

  // A new post on the first page moves every later page along: all that is shown is read again, front to back.
  const askAll = async (freshness: Freshness) => {
    latest.current += 1;
    const turn = latest.current;
    const fresh: PostPage[] = [];
    try {
      let next: string | undefined = callUrl(path);
      do {
        const page = await askPage(next, freshness);
        fresh.push(page);
        next = page.next;
      } while (next && fresh.length < Math.max(pages.length, wanted.current));
      setFailed(false);
    } catch (error) {
      console.error('The list could not be read.', error);
      setFailed(fresh.length === 0);
    }
    if (turn !== latest.current || fresh.length === 0) return;
    const isScrolled = scrollY > 0;
    // Where the list has come to its end, what was shown beyond is gone; else older pages stay, late ones too.
    setListed((now) => {
      const whole = fresh.at(-1)?.next ? [...fresh, ...now.pages.slice(fresh.length)] : fresh;
      const calm = isScrolled && now.pages.length > 0 ? withoutJump(now.pages, whole) : whole;
      return { pages: calm, hasNewer: countOf(calm) < countOf(whole) || calm === now.pages };
    });
  };

  const next = pages.at(-1)?.next;
  const askOlder = async () => {
    if (!next || older === 'asked') return;
    setOlder('asked');
    const turn = latest.current;
    try {
      const page = await askPage(next, 'newest');
      if (turn === latest.current) setListed((now) => ({ ...now, pages: [...now.pages, page] }));
      setOlder('idle');
    } catch (error) {
      console.error('Older posts could not be read.', error);
      setOlder('failed');
    }
  };

  const askAtStart = useEffectEvent(() => {
    wanted.current = readPlace()?.pages ?? 1;
    if (pages.length < wanted.current || areKept) void askAll('newest');
  });
  const askForCopies = useEffectEvent((changed: string) => {
    if (changed === callUrl(path) || pages.some((page) => page.next === changed)) void askAll('kept');
  });
  useEffect(() => {
    askAtStart();
    return onCopyChanged((changed) => askForCopies(changed));
  }, []);
  useAskAgain(() => void askAll('newest'), failed);
  useWhenSent(() => void askAll('newest'));
  useEffect(() => {
    const leave = pages.map((_, index) => showAnswer(pages[index - 1]?.next ?? callUrl(path)));
    return () => {
      for (const left of leave) left();
    };
  }, [pages, path]);

  const posts = useMemo(() => withoutRepeats(pages), [pages]);
  if (pages.length === 0) return { state: failed ? 'failed' : 'loading' };
  return {
    state: 'loaded',
    posts,
    pages: pages.length,
    older: next ? (older === 'idle' ? 'there' : older) : 'none',
    next,
    askOlder,
    hasNewer,
    showNewer: () => {
      scrollTo(0, 0);
      void askAll('kept');
    },
    refresh: () => askAll('fresh'),
  };
}

interface Listed {
  pages: PostPage[];
  hasNewer: boolean;
}

/** Pages asked for at different times can overlap. */
function withoutRepeats(pages: PostPage[]): Post[] {
  const posts = new Map<string, Post>();
  for (const post of pages.flatMap((page) => page.posts)) if (!posts.has(post._id)) posts.set(post._id, post);
  return [...posts.values()];
}

async function askPage(url: string, freshness: Freshness): Promise<PostPage> {
  const { getPosts } = await blogCalls();
  return getPosts(url, freshness);
}
