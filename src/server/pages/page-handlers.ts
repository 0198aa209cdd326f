import type { Context, Handler } from 'hono';
import { validate as isUuid } from 'uuid';
import type { HydrationData } from '../../app/hooks/HydrationContext.ts';
import { readingMinutes } from '../../app/text/reading-minutes.ts';
import { callPaths, pagePaths, type pageTemplates } from '../../contract/paths.ts';
import { longestQuery } from '../../markdown/search-queries.ts';
import { canonicalTopic, isTopic } from '../../markdown/topics.ts';
import { registrationNow } from '../accounts/registration-rules.ts';
import { publicDocument, respondWithDocument } from '../http/public-document.ts';
import { publicOrigin } from '../http/public-origin.ts';
import type { HandlerOf } from '../http/register-route.ts';
import { networkOfClient } from '../http/request-context.ts';
import { listedFinder } from '../posts/named-lists.ts';
import { postFinder } from '../posts/post-finder.ts';
import { listFrom, nextPath } from '../posts/post-lists.ts';
import {
  cursorOfPost,
  type Listed,
  type NamedPost,
  nameOfAuthor,
  type PageOfIds,
  type ReadPost,
  readPost,
  readPosts,
  type StoredPost,
  withoutEmail,
} from '../posts/query-posts.ts';
import { HttpError } from '../process/http-error.ts';
import { laneFor } from '../process/thread-lanes.ts';
import { parseCursor } from '../search/find-words.ts';
import { findPage, readPage } from '../site/site-pages.ts';
import type { PageDependencies } from './page-dependencies.ts';
import type { PageFacts } from './page-head.ts';
import { canonicalPath, listPathAfter, redirectPermanently } from './page-paths.ts';
import { readTemplate } from './page-template.ts';
import { boundedPageRenderer } from './render-lanes.ts';

type Shown = Omit<HydrationData, 'post'> & { read?: ReadPost };

/** What a page is made of. */
type Page = {
  /** Names everything the page is made of, as the page is cached under it. */
  key: string;
  path: string;
  /** In bytes: how long its text is. Unset: short. */
  size?: number;
  /** What the components show. The hydration data leaves out the content of a post or page, which is in the HTML already. */
  shown?: () => Promise<Shown>;
  /** Unset: `public`. */
  kind?: PageFacts['kind'];
  /** The path of its own feed. */
  feed?: string;
};

/** The app takes an empty email for none. */
const forApp = ({ author, ...post }: Omit<NamedPost, 'etag'>) => ({ ...post, author: { ...author, email: '' } });

const nothing = async (): Promise<Shown> => ({});

/**
 * The public pages as complete documents, for first visits, crawlers and readers without JavaScript. They are the same
 * for everybody; the browser fills in what differs for one reader.
 */
export function pageHandlers(clientDir: string, sources: PageDependencies) {
  const { store, site, documentCache, lists, searches, registration, lanes } = sources;
  const template = readTemplate(clientDir);
  const find = postFinder(store);
  const findListed = listedFinder(store);
  const readList = listFrom(store, lists);

  const answerPage = async (c: Context, page: Page) => {
    const origin = publicOrigin(c);
    const { settings, tag } = await site.find();
    const lane = laneFor(lanes, page.size ?? 0);
    // What is shown is read when its turn has come: posts that wait would fill the memory.
    const make = async () => {
      const { read, ...answers } = await (page.shown ?? nothing)();
      const whole = read && { post: read.post };
      const minutes = read && readingMinutes(read.post);
      const brief = read && { ...read, post: { ...read.post, content: '', ...(minutes !== undefined && { minutes }) } };
      const html = await boundedPageRenderer(
        lane.work,
        template,
      )({
        path: page.path,
        answers: { ...answers, ...whole },
        hydrationData: {
          ...answers,
          ...(brief && { post: brief.post }),
          ...(answers.sitePage && { sitePage: { ...answers.sitePage, content: '' } }),
        },
        facts: { origin, read: brief, site: settings, kind: page.kind ?? 'public', feed: page.feed },
      });
      return publicDocument('text/html; charset=utf-8', html, template.policyFor(settings));
    };
    const work = { queue: lane.queue, network: networkOfClient(c), make };
    const document = await documentCache(`page ${origin ?? ''} ${tag} ${page.key}`, work);
    return respondWithDocument(c, document, { status: page.kind === 'missing' ? 404 : 200 });
  };

  const still: Handler = (c) => answerPage(c, { key: c.req.path, path: c.req.path });

  /** A page for an author alone: the server renders nothing of theirs, and one page serves all. */
  const forAuthor =
    (path: string): Handler =>
    (c) =>
      answerPage(c, { key: path, path, kind: 'private' });

  const register: Handler = async (c) => {
    const { register: path } = pagePaths;
    const state = await registrationNow(store.reads, registration);
    const shown = async () => (state === 'open' ? {} : { registration: state });
    return answerPage(c, { key: `${path} ${state}`, path, shown });
  };

  const missing: Handler = async (c) => {
    // As it was sent: Hono's own path is decoded, and may have characters that a header must not.
    const { pathname, search } = new URL(c.req.url);
    const meant = canonicalPath(pathname);
    if (meant && meant !== pathname) return redirectPermanently(c, meant + search);
    // One cached page serves all missing paths, as it does not depend on the path.
    return answerPage(c, { key: 'missing', path: pagePaths.profile, kind: 'missing' });
  };

  /** Cards show no content and no edit begins from them, so a page leaves out what is only for those. */
  const cardsOf = <P extends StoredPost | NamedPost>(posts: P[]) =>
    posts.map(({ etag: _, ...post }) => {
      const minutes = readingMinutes({ content: post.content });
      return { ...post, content: '', ...(minutes !== undefined && { minutes }) };
    });
  const namedCards = async ({ ids }: PageOfIds) => cardsOf((await readPosts(store, ids)).map(withoutEmail)).map(forApp);

  /** What a query has found. It is of no use to search engines, and one page is cached for each query. */
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
      key: `search ${words} ${behind} ${next} ${found.isIncomplete} ${found.page.edition}`,
      path: page + behind,
      kind: 'search',
      shown: async () => ({
        posts: { path: call + behind, page: { posts: await namedCards(found.page), next, ...isIncomplete } },
      }),
    });
  };

  /** The page of a topic or an author. */
  const listed = async (c: Context, { by, what }: Listed, path: string, authorName?: string) => {
    const asked = c.req.query('after');
    if (asked !== undefined && !isUuid(asked)) return redirectPermanently(c, path);
    const last = asked && (await cursorOfPost(store, asked.toLowerCase(), { by, what }));
    const found = await findListed({ by, what }, last);
    // As its document is: one of long posts ends before the twentieth.
    const { page } = await lists(found, networkOfClient(c), 'name');
    const call = callPaths.found(by, what);
    const next = nextPath(call, page);
    const after = last ? `after=${last}` : '';
    // A topic comes into being with its first post: before that, its page is nothing that could be found.
    const isMissing = by === 'topic' && !last && page.ids.length === 0;
    return answerPage(c, {
      ...(isMissing && { kind: 'missing' }),
      key: `${by} ${what} ${after} ${page.more} ${authorName} ${page.edition}`,
      path: after ? `${path}?${after}` : path,
      feed: `${path}/feed.xml`,
      shown: async () => ({
        posts: { path: after ? `${call}&${after}` : call, page: { posts: await namedCards(page), next } },
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

  const home: Handler = async (c) => {
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
      key: `${query} ${page.more} ${page.edition}`,
      path: pagePaths.home + query,
      shown: async () => {
        const posts = cardsOf((await readPosts(store, page.ids)).map(({ post }) => post));
        return { posts: { path: callPaths.posts + query, page: { posts, next } } };
      },
    });
  };

  const blog: HandlerOf<typeof pageTemplates.blog> = async (c) => {
    try {
      const found = await find(c.req.param('id'));
      return await answerPage(c, {
        key: `${found.id} ${found.edition}`,
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

  return { still, register, home, blog, topic, author, sitePage, forAuthor, missing };
}
