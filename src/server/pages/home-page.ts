import type { Context, Handler } from 'hono';
import { callPaths, pagePaths } from '../../contract/paths.ts';
import { longestQuery } from '../../text/search/search-queries.ts';
import { networkOfClient } from '../http/request-context.ts';
import { listFrom, nextPath } from '../posts/post-lists.ts';
import { cursorOfPost } from '../posts/query-lists.ts';
import { readPosts } from '../posts/query-posts.ts';
import { parseCursor } from '../search/find-words.ts';
import type { AnswerPage } from './answer-page.ts';
import { cardsOf, namedCards } from './cards.ts';
import type { PageDependencies } from './page-dependencies.ts';
import { listPathAfter, redirectPermanently } from './page-paths.ts';

/** Returns the handler of `/home`, which shows the newest posts, or the results of a search. */
export function homePage({ store, lists, searches }: PageDependencies, answerPage: AnswerPage): Handler {
  const readList = listFrom(store, lists);

  /**
   * Returns the response with the results of a search. Search engines must not index the page; it is cached for each
   * query.
   */
  const results = async (c: Context, query: string) => {
    const words = query.slice(0, longestQuery).toWellFormed();
    const after = c.req.query('after');
    const [call, page] = [callPaths.found('q', words), `${pagePaths.home}?${new URLSearchParams({ q: words })}`];
    if (after !== undefined && !parseCursor(after)) return redirectPermanently(c, page);
    const found = await searches(words, after, networkOfClient(c));
    const behind = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
    const next = found.next && `${call}&after=${found.next}`;
    const isIncomplete = found.isIncomplete ? { isIncomplete: true } : {};
    return answerPage(c, {
      key: `search ${words} ${behind} ${next} ${found.isIncomplete} ${found.page.cacheKey}`,
      path: page + behind,
      kind: 'search',
      shown: async () => ({
        posts: { path: call + behind, page: { posts: await namedCards(store, found.page), next, ...isIncomplete } },
      }),
    });
  };

  return async (c) => {
    const words = c.req.query('q')?.trim();
    if (words) return results(c, words);
    const asked = c.req.query('after') || undefined;
    if (asked !== undefined && listPathAfter(asked) !== `${pagePaths.home}?after=${asked}`)
      return redirectPermanently(c, listPathAfter(asked));
    const after = asked && (await cursorOfPost(store, asked));
    const query = after === undefined ? '' : `?after=${after}`;
    const { page } = await readList(after ?? '', () => networkOfClient(c));
    const next = nextPath(callPaths.posts, page);
    return answerPage(c, {
      key: `${query} ${page.more} ${page.cacheKey}`,
      path: pagePaths.home + query,
      shown: async () => {
        const posts = cardsOf((await readPosts(store, page.ids)).map(({ post }) => post));
        return { posts: { path: callPaths.posts + query, page: { posts, next } } };
      },
    });
  };
}
