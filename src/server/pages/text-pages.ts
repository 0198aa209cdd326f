import { pagePaths, type pageTemplates } from '../../contract/paths.ts';
import type { HandlerOf } from '../http/register-route.ts';
import { postFinder } from '../posts/post-finder.ts';
import { readPost } from '../posts/query-posts.ts';
import { HttpError } from '../process/http-error.ts';
import { findPage, readPage } from '../site/site-pages.ts';
import type { Store } from '../store/schema.ts';
import type { AnswerPage } from './answer-page.ts';

/** Returns the handlers of pages that show one text: posts, and the operator's own pages. */
export function textPageHandlers(store: Store, answerPage: AnswerPage) {
  const find = postFinder(store);

  const blog: HandlerOf<typeof pageTemplates.blog> = async (c) => {
    try {
      const found = await find(c.req.param('id'));
      return await answerPage(c, {
        key: `${found.id} ${found.cacheKey}`,
        path: pagePaths.blog(found.id),
        size: found.size,
        shown: async () => ({ read: await readPost(store, found.id) }),
      });
    } catch (error) {
      if (!(error instanceof HttpError && error.code === 'post_not_found')) throw error;
      return answerPage(c, { key: 'missing post', path: pagePaths.blog('missing'), kind: 'missing' });
    }
  };

  const sitePage: HandlerOf<typeof pageTemplates.page> = async (c) => {
    const name = c.req.param('name');
    const found = await findPage(store.reads, name);
    if (!found) {
      const path = pagePaths.page('missing');
      return answerPage(c, { key: 'missing page', path, kind: 'missing', shown: async () => ({ isMissing: true }) });
    }
    return answerPage(c, {
      key: `site page ${name} ${found.tag}`,
      path: pagePaths.page(name),
      size: found.size,
      shown: async () => {
        const sitePage = await readPage(store.reads, name);
        if (!sitePage) throw new HttpError('path_not_found');
        return { sitePage };
      },
    });
  };

  return { blog, sitePage };
}
