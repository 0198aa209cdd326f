import type { Context, Handler } from 'hono';
import type { FirstAnswers } from '../../app/parts/FirstAnswers.ts';
import { readingMinutes } from '../../app/parts/readingMinutes.ts';
import { callPaths, pagePaths } from '../../contract/paths.ts';
import { answer, publicDocument } from '../http/document.ts';
import type { KeptDocuments } from '../http/kept-documents.ts';
import { publicOrigin } from '../http/origin.ts';
import { nextPath } from '../http/posts.ts';
import { pageOfPosts, readPost, readPosts, type StoredPost } from '../posts.ts';
import { Refusal } from '../refusal.ts';
import type { Store } from '../store/schema.ts';
import { goTo, listAfter, pageMeant } from './address.ts';
import { jsonForScript } from './escape.ts';
import { headOf } from './head.ts';
import { readPreloads } from './preloads.ts';
import { render } from './render.tsx';
import { readTemplate } from './template.ts';

/** What a page is made of. Its `key` says all of it, so that the page can be kept under it. */
type Page = {
  key: string;
  path: string;
  /** What the components show. */
  shown?: () => Promise<FirstAnswers>;
  /** What the browser needs of it besides the page. */
  brought?: (shown: FirstAnswers) => FirstAnswers;
  post?: StoredPost;
  status?: 200 | 404;
};

const nothing = async (): Promise<FirstAnswers> => ({});

/**
 * The public pages as complete documents, for first visits, crawlers and readers without JavaScript. They are the same
 * for everybody; what differs for one reader, the browser fills in.
 */
export function pageHandlers(clientDir: string, store: Store, kept: KeptDocuments) {
  const { fill, policy } = readTemplate(clientDir);
  const preloads = readPreloads(clientDir);

  const answerPage = async (c: Context, page: Page) => {
    const origin = publicOrigin(c);
    const document = await kept(`page ${origin} ${page.key}`, async () => {
      const shown = await (page.shown ?? nothing)();
      const { html, title } = await render(page.path, shown);
      const brought = page.brought?.(shown) ?? shown;
      const data = `<script type="application/json" id="first-answers">${jsonForScript(brought)}</script>`;
      const head = headOf({ origin, path: page.path, title, post: page.post, found: page.status !== 404 });
      return publicDocument('text/html; charset=utf-8', fill({ head: head + preloads(page.path), html, data }), policy);
    });
    return answer(c, document, { status: page.status });
  };

  const still: Handler = (c) => answerPage(c, { key: c.req.path, path: c.req.path });

  const missing: Handler = async (c) => {
    const meant = pageMeant(c.req.path);
    if (meant && meant !== c.req.path) return goTo(c, meant + new URL(c.req.url).search);
    // One page for all of them: nothing in it tells one missing path from another.
    return answerPage(c, { key: 'missing', path: pagePaths.profile, status: 404 });
  };

  const home: Handler = async (c) => {
    const after = c.req.query('after') || undefined;
    const query = after === undefined ? '' : `?after=${after}`;
    const address = pagePaths.home + query;
    if (after !== undefined && listAfter(after) !== address) return goTo(c, listAfter(after));
    const page = await pageOfPosts(store, after);
    const next = nextPath(callPaths.posts, page);
    return answerPage(c, {
      key: `${query} ${page.more} ${page.ids}`,
      path: address,
      // A card shows no content, so the page does not carry any.
      shown: async () => {
        const posts = (await readPosts(store, page.ids)).map((post) => {
          const minutes = readingMinutes(post);
          return { ...post, content: '', ...(minutes !== undefined && { minutes }) };
        });
        return { posts: { path: callPaths.posts + query, page: { posts, next } } };
      },
    });
  };

  const blog: Handler = async (c) => {
    let post: StoredPost;
    try {
      post = await readPost(store, c.req.param('id') ?? '');
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'post_not_found')) throw error;
      return answerPage(c, { key: 'missing post', path: pagePaths.blog('missing'), status: 404 });
    }
    return answerPage(c, {
      key: post._id,
      path: pagePaths.blog(post._id),
      shown: async () => ({ post }),
      // The content stands in the page itself, where the browser takes it from.
      brought: () => ({ post: { ...post, content: '' } }),
      post,
    });
  };

  return { still, home, blog, missing };
}
