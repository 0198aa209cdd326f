import { setImmediate } from 'node:timers/promises';
import type { Context, Handler } from 'hono';
import { sql } from 'kysely';
import { pagePaths } from '../../contract/paths.ts';
import { HttpError } from '../domain/http-error.ts';
import { coalesceQueued } from '../http/coalesce-queued.ts';
import { type PublicDocument, publicDocument, respondWithDocument } from '../http/public-document.ts';
import { publicOrigin } from '../http/public-origin.ts';
import { networkOfClient } from '../http/request-context.ts';
import type { Database } from '../store/schema.ts';
import { WorkQueue } from '../work-queue.ts';
import { escapeMarkup } from './escape.ts';
import type { PageDependencies } from './page-dependencies.ts';

/**
 * Posts in one sitemap. The protocol allows 50,000 (https://www.sitemaps.org/protocol.html), but writing that many
 * would block the main thread for too long. An index may name 50,000 sitemaps, enough for a hundred million posts.
 */
const most = 2_000;

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * One sitemap lists the static pages, one the authors and one the topics, 2,000 of each at most; the others list all
 * posts, oldest first, each named after its first post. When a post is published, only the last sitemap changes; when one
 * is edited, only its own.
 */
export function sitemapHandlers({ store: { reads: db } }: PageDependencies) {
  // Anybody can name as many sitemaps as there are ids: they wait for each other, and lists and posts do not.
  const sitemaps = new WorkQueue({ atOnce: 1, waiting: 50, waitTimeoutMs: 5_000 });
  // Concurrent requests share one run. The result is not cached, as it changes too often.
  const once = coalesceQueued<PublicDocument>();
  const inTurn = (c: Context, key: string, make: () => Promise<PublicDocument>) =>
    once(key, { queue: sitemaps, network: networkOfClient(c), make });
  const postAfter = async (id: string, skipped: number) => {
    const found = listed(db)
      .select('posts.id')
      .where('posts.id', '>=', id)
      .orderBy('posts.id')
      .offset(skipped)
      .limit(1);
    await setImmediate();
    return (await found.executeTakeFirst())?.id;
  };

  const writeIndex = async (origin: string) => {
    const firsts: string[] = [];
    // One short query for each sitemap; other requests are answered between them.
    for (let first = await postAfter('', 0); first; first = await postAfter(first, most)) firsts.push(first);
    // The protocol knows no empty sitemap.
    const aTopic = await db.selectFrom('post_topics').select('topic').limit(1).executeTakeFirst();
    const names = ['pages', ...(firsts.length > 0 ? ['authors'] : []), ...(aTopic ? ['topics'] : []), ...firsts];
    const maps = names.map((name) => `<sitemap>${location(origin, `/sitemap-${name}.xml`)}</sitemap>`);
    return xml(`<sitemapindex xmlns="${namespace}">${maps.join('')}</sitemapindex>`);
  };

  const index: Handler = async (c) => {
    const origin = originOf(c);
    return respondWithDocument(c, await inTurn(c, origin, () => writeIndex(origin)));
  };

  const pages: Handler = (c) => {
    const paths = [pagePaths.landing, pagePaths.home];
    return respondWithDocument(c, addresses(paths.map((path) => `<url>${location(originOf(c), path)}</url>`)));
  };

  const writePosts = async (origin: string, first: string) => {
    const found = await listed(db)
      .select(['posts.id', 'posts.created_at', 'posts.updated_at'])
      .where('posts.id', '>=', first)
      .orderBy('posts.id')
      .limit(most)
      .execute();
    return addresses(
      found.map(({ id, created_at, updated_at }) => {
        return `<url>${location(origin, pagePaths.blog(id))}<lastmod>${updated_at ?? created_at}</lastmod></url>`;
      }),
    );
  };

  const posts: Handler = async (c) => {
    const [, first = ''] = /^sitemap-(.+)\.xml$/.exec(c.req.param('name') ?? '') ?? [];
    const origin = originOf(c);
    return respondWithDocument(c, await inTurn(c, `${origin} ${first}`, () => writePosts(origin, first)));
  };

  /** Goes from one author to the next in the index of posts, not through accounts that have published nothing. */
  const findAuthors = async () => {
    const { rows } = await sql<{ author: string }>`
      with recursive found (author) as (
        select (select min(author_id) from posts)
        union all
        select (select min(author_id) from posts where author_id > found.author) from found
          where found.author is not null
      ) select author from found where author in (select id from users) limit ${most}`.execute(db);
    return rows.map(({ author }) => author);
  };

  const writeAuthors = async (origin: string) =>
    addresses((await findAuthors()).map((id) => `<url>${location(origin, pagePaths.author(id))}</url>`));

  /** The topics of each author's newest posts: all have the same share, so that none takes the place of others. */
  const writeTopics = async (origin: string) => {
    const authors = await findAuthors();
    const share = Math.ceil(most / Math.max(1, authors.length));
    const topics = new Set<string>();
    for (const author of authors) {
      await setImmediate();
      const newest = db
        .selectFrom('posts')
        .select('id')
        .where('author_id', '=', author)
        .orderBy('id', 'desc')
        .limit(share);
      const found = db.selectFrom('post_topics').select('topic').distinct().where('post_id', 'in', newest);
      for (const { topic } of await found.orderBy('topic').limit(share).execute()) topics.add(topic);
      if (topics.size >= most) break;
    }
    const urls = [...topics].toSorted().slice(0, most);
    return addresses(urls.map((topic) => `<url>${location(origin, pagePaths.topic(topic))}</url>`));
  };

  const authors: Handler = async (c) => {
    const origin = originOf(c);
    return respondWithDocument(c, await inTurn(c, `${origin} authors`, () => writeAuthors(origin)));
  };

  const topics: Handler = async (c) => {
    const origin = originOf(c);
    return respondWithDocument(c, await inTurn(c, `${origin} topics`, () => writeTopics(origin)));
  };

  return { index, pages, authors, topics, posts };
}

/** Leaves out posts whose author was deleted by hand: nobody can read them. */
function listed(db: Database) {
  return db.selectFrom('posts').crossJoin('users').whereRef('users.id', '=', 'posts.author_id');
}

/**
 * The site's origin: the sitemap protocol requires absolute URLs.
 * @throws {HttpError} unknown_host
 */
function originOf(c: Context): string {
  const origin = publicOrigin(c);
  if (origin === undefined) {
    throw new HttpError('unknown_host', { detail: 'PUBLIC_ORIGIN says where readers see this site; it is not set' });
  }
  return origin;
}

function location(origin: string, path: string): string {
  return `<loc>${escapeMarkup(origin + path)}</loc>`;
}

const addresses = (urls: string[]) => xml(`<urlset xmlns="${namespace}">${urls.join('')}</urlset>`);

const xml = (root: string) => publicDocument('application/xml', `<?xml version="1.0" encoding="utf-8"?>\n${root}`);

/** robots.txt (RFC 9309). */
export const robotsHandler: Handler = (c) => {
  const origin = publicOrigin(c);
  const sitemap = origin === undefined ? '' : `\nSitemap: ${origin}/sitemap.xml\n`;
  return respondWithDocument(c, publicDocument('text/plain; charset=utf-8', `User-agent: *\nAllow: /\n${sitemap}`));
};
