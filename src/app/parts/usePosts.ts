import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Post } from '../../contract/posts.ts';
import type { Freshness, PostPage } from '../../data/api/blog.ts';
import { callUrl } from '../../data/host.ts';
import { onCopyChanged, showAnswer } from '../../data/worker.ts';
import { useAskAgain } from './useAskAgain.ts';

type AskPage = (page: string | undefined, freshness: Freshness) => Promise<PostPage>;

/** Whether there are posts beyond those of the list, and how it stands with them. */
export type Older = 'none' | 'there' | 'asked' | 'failed';

export type Listing =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'loaded'; posts: Post[]; older: Older; askOlder: () => void };

/**
 * A list, page by page as the backend pages it, first from the device and then in its newest state.
 *
 * @param path of the call whose answer is the first page.
 */
export function usePosts(path: string, askPage: AskPage): Listing {
  const [pages, setPages] = useState<PostPage[]>([]);
  const [failed, setFailed] = useState(false);
  const [older, setOlder] = useState<'idle' | 'asked' | 'failed'>('idle');
  const latest = useRef(0);

  // A new post on the first page moves every later page along: all that is shown is read again, front to back.
  const askAll = async (freshness: Freshness) => {
    latest.current += 1;
    const turn = latest.current;
    const fresh: PostPage[] = [];
    try {
      let next: string | undefined;
      do {
        const page = await askPage(next, freshness);
        fresh.push(page);
        next = page.next;
      } while (next && fresh.length < pages.length);
      setFailed(false);
    } catch (error) {
      console.error('The list could not be read.', error);
      setFailed(fresh.length === 0);
    }
    if (turn === latest.current && fresh.length > 0) setPages([...fresh, ...pages.slice(fresh.length)]);
  };

  const next = pages.at(-1)?.next;
  const askOlder = async () => {
    if (!next || older === 'asked') return;
    setOlder('asked');
    const turn = latest.current;
    try {
      const page = await askPage(next, 'newest');
      if (turn === latest.current) setPages((now) => [...now, page]);
      setOlder('idle');
    } catch (error) {
      console.error('Older posts could not be read.', error);
      setOlder('failed');
    }
  };

  const askAtStart = useEffectEvent(() => void askAll('newest'));
  const askForCopies = useEffectEvent((changed: string) => {
    if (changed === callUrl(path) || pages.some((page) => page.next === changed)) void askAll('kept');
  });
  useEffect(() => {
    askAtStart();
    return onCopyChanged((changed) => askForCopies(changed));
  }, []);
  useAskAgain(() => void askAll('newest'), failed);
  useEffect(() => {
    const leave = pages.map((_, index) => showAnswer(pages[index - 1]?.next ?? callUrl(path)));
    return () => {
      for (const left of leave) left();
    };
  }, [pages, path]);

  const posts = useMemo(() => withoutRepeats(pages), [pages]);
  if (pages.length === 0) return { state: failed ? 'failed' : 'loading' };
  return { state: 'loaded', posts, older: next ? (older === 'idle' ? 'there' : older) : 'none', askOlder };
}

/** Pages asked for at different times can overlap. */
function withoutRepeats(pages: PostPage[]): Post[] {
  const posts = new Map<string, Post>();
  for (const post of pages.flatMap((page) => page.posts)) if (!posts.has(post._id)) posts.set(post._id, post);
  return [...posts.values()];
}
