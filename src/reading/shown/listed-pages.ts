import type { Post } from '../../contract/posts.ts';
import type { PostPage } from './blog-calls.ts';
import { countOf, holdBackNewerPosts } from './hold-back-newer-posts.ts';
import type { LoadedList } from './post-list.ts';

/** The pages of a list that are shown. */
interface Listed {
  pages: PostPage[];
  hasNewer: boolean;
}

/** With the posts of its pages. */
export const listOf = (listed: Listed) => ({ ...listed, posts: withoutRepeats(listed.pages) });

type List = ReturnType<typeof listOf>;

export function loadedList({ pages, posts, hasNewer }: List, older: 'idle' | 'asked' | 'failed'): LoadedList {
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
}

/**
 * If the fresh pages reach the end of the list, pages shown beyond it are gone. Otherwise the pages stay that follow the last
 * fresh one: new posts may have brought a page more.
 */
export function joined(listed: List, fresh: PostPage[], isScrolled: boolean): List {
  const { pages } = listed;
  const next = fresh.at(-1)?.next;
  const before = pages.findIndex((page) => page.next === next);
  const whole = next ? [...fresh, ...pages.slice(before === -1 ? fresh.length : before + 1)] : fresh;
  const shown = isScrolled ? calmly(pages, whole) : { pages: whole, hasNewer: false };
  return shown.pages === pages ? { ...listed, hasNewer: shown.hasNewer } : listOf(shown);
}

/** Shows what it can of `whole` without moving what is being read. */
function calmly(now: PostPage[], whole: PostPage[]): Listed {
  const calm = now.length > 0 ? holdBackNewerPosts(now, whole) : whole;
  return { pages: calm, hasNewer: countOf(calm) < countOf(whole) || calm === now };
}

/** Pages that were requested at different times can overlap. */
function withoutRepeats(pages: PostPage[]): Post[] {
  const posts = new Map<string, Post>();
  for (const post of pages.flatMap((page) => page.posts)) if (!posts.has(post._id)) posts.set(post._id, post);
  return [...posts.values()];
}
