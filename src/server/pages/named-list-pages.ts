import type { Context, Handler } from 'hono';
import { validate as isUuid } from 'uuid';
import { callPaths, pagePaths, type pageTemplates } from '../../contract/paths.ts';
import { canonicalTopic, isTopic } from '../../text/markdown/topics.ts';
import type { HandlerOf } from '../http/register-route.ts';
import { networkOfClient } from '../http/request-context.ts';
import { nextPath } from '../posts/post-lists.ts';
import { cursorOfPost, type Listed, listedFinder, nameOfAuthor } from '../posts/query-lists.ts';
import type { AnswerPage } from './answer-page.ts';
import { namedCards } from './cards.ts';
import type { PageDependencies } from './page-dependencies.ts';
import { redirectPermanently } from './page-paths.ts';

/** @param missing the handler for paths without a page */
export function namedListHandlers({ store, lists }: PageDependencies, answerPage: AnswerPage, missing: Handler) {
  const findListed = listedFinder(store);

  const listed = async (c: Context, { by, what }: Listed, path: string, authorName?: string) => {
    const asked = c.req.query('after');
    if (asked !== undefined && !isUuid(asked)) return redirectPermanently(c, path);
    const last = asked && (await cursorOfPost(store, asked.toLowerCase(), { by, what }));
    const found = await findListed({ by, what }, last);
    // Takes the ids from the list's document, because a list of long posts may end before its twentieth post.
    const { page } = await lists(found, networkOfClient(c), 'name');
    const call = callPaths.found(by, what);
    const next = nextPath(call, page);
    const after = last ? `after=${last}` : '';
    // A topic that no post has does not exist, so its page is missing.
    const isMissing = by === 'topic' && !last && page.ids.length === 0;
    return answerPage(c, {
      ...(isMissing && { kind: 'missing' }),
      key: `${by} ${what} ${after} ${page.more} ${authorName} ${page.cacheKey}`,
      path: after ? `${path}?${after}` : path,
      feed: `${path}/feed.xml`,
      shown: async () => ({
        posts: { path: after ? `${call}&${after}` : call, page: { posts: await namedCards(store, page), next } },
        ...(authorName !== undefined && { authorName }),
      }),
    });
  };

  const topic: HandlerOf<typeof pageTemplates.topic> = async (c) => {
    const tag = canonicalTopic(c.req.param('tag'));
    if (!isTopic(tag)) return missing(c, async () => undefined);
    const { pathname, search } = new URL(c.req.url);
    const path = pagePaths.topic(tag);
    if (pathname !== path) return redirectPermanently(c, path + search);
    return listed(c, { by: 'topic', what: tag }, path);
  };

  const author: HandlerOf<typeof pageTemplates.author> = async (c) => {
    const id = c.req.param('id').toLowerCase();
    const name = await nameOfAuthor(store, id);
    if (name === undefined) {
      const path = pagePaths.author('missing');
      return answerPage(c, { key: 'missing author', path, kind: 'missing', shown: async () => ({ isMissing: true }) });
    }
    return listed(c, { by: 'author', what: id }, pagePaths.author(id), name);
  };

  return { topic, author };
}
