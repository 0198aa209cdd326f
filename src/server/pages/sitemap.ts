import { setImmediate } from 'node:timers/promises';
import type { Context, Handler } from 'hono';
import { type RawBuilder, sql } from 'kysely';
import { escapeMarkup } from '../../contract/escape.ts';
import { pagePaths } from '../../contract/paths.ts';
import { type PublicDocument, publicDocument, respondWithDocument } from '../http/public-document.ts';
import { publicOrigin } from '../http/public-origin.ts';
import { networkOfClient } from '../http/request-context.ts';
import { coalesceQueued } from '../process/coalesce-queued.ts';
import { HttpError } from '../process/http-error.ts';
import { WorkQueue } from '../process/work-queue.ts';
import { listPages } from '../site/site-pages.ts';
import type { Database } from '../store/schema.ts';
import type { PageDependencies } from './page-dependencies.ts';

/**
 * The most addresses in one sitemap (https://www.sitemaps.org/protocol.html). An index may list the same number of
 * sitemaps.
 */
const most = 50_000;

/** How many posts one query reads; between two queries, other requests are answered. */
const together = 1_000;

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * Returns handlers of the sitemaps: one of screens and the operator's pages, one of authors, one of topics. All other
 * sitemaps list the posts, oldest first, and are named after their first post. A new post changes only the last
 * sitemap, an edit only the sitemap with its post.
 */
export function sitemapHandlers({ store: { reads: db } }: PageDependencies) {
  // A queue of its own: clients can request as many sitemaps as there are ids, and lists and posts must not wait for
  // these.
  const sitemaps = new WorkQueue({ atOnce: 1, waiting: 50, waitTimeoutMs: 5_000 });
  // Concurrent requests share one run. The result is not cached, because it changes too often.
  const once = coalesceQueued<PublicDocument>();
  const handler =
    (make: (origin: string, path: string) => Promise<PublicDocument>): Handler =>
    async (c) => {
      const [origin, path] = [originOf(c), c.req.path];
      const work = { queue: sitemaps, network: networkOfClient(c), make: () => make(origin, path) };
      return respondWithDocument(c, await once(`${origin}${path}`, work));
    };

  const index = handler(async (origin) => {
    const firsts = await firstOfEach(db);
    // The protocol allows no empty sitemap, so the index leaves out sitemaps without entries.
    const aTopic = await db.selectFrom('post_topics').select('topic').limit(1).executeTakeFirst();
    const names = ['pages', ...(firsts.length > 0 ? ['authors'] : []), ...(aTopic ? ['topics'] : []), ...firsts];
    const maps = names.map((name) => `<sitemap>${location(origin, `/sitemap-${name}.xml`)}</sitemap>`);
    return xml(`<sitemapindex xmlns="${namespace}">${maps.join('')}</sitemapindex>`);
  });

  const posts = handler(async (origin, path) => {
    const urls: string[] = [];
    let [, last = ''] = /^\/sitemap-(.+)\.xml$/.exec(path) ?? [];
    for (let more = true; more && urls.length < most; ) {
      const next = listed(db)
        .where('posts.id', urls.length === 0 ? '>=' : '>', last)
        .limit(together);
      const found = await next.select(['posts.created_at', 'posts.updated_at']).execute();
      for (const { id, created_at, updated_at } of found)
        urls.push(`${location(origin, pagePaths.blog(id))}<lastmod>${updated_at ?? created_at}</lastmod>`);
      last = found.at(-1)?.id ?? last;
      more = found.length === together;
      await setImmediate();
    }
    return addresses(urls);
  });

  const pages = handler(async (origin) => {
    const screens = [pagePaths.landing, pagePaths.home].map((path) => location(origin, path));
    const dated = (await listPages(db)).map(
      ({ name, updated_at }) => `${location(origin, pagePaths.page(name))}<lastmod>${updated_at}</lastmod>`,
    );
    return addresses([...screens, ...dated]);
  });

  const authors = handler(async (origin) => {
    const found = await different(db, 'posts', 'author_id', sql`value in (select id from users)`);
    return addresses(found.map((id) => location(origin, pagePaths.author(id))));
  });

  const topics = handler(async (origin) => {
    const aPost = sql`select 1 from post_topics join posts on posts.id = post_id join users on users.id = author_id`;
    const found = await different(db, 'post_topics', 'topic', sql`exists (${aPost} where topic = value)`);
    return addresses(found.map((topic) => location(origin, pagePaths.topic(topic))));
  });

  return { index, pages, authors, topics, posts };
}

/** Selects all posts except those whose author was deleted by hand: they are shown nowhere. */
function listed(db: Database) {
  return db
    .selectFrom('posts')
    .crossJoin('users')
    .whereRef('users.id', '=', 'posts.author_id')
    .select('posts.id')
    .orderBy('posts.id');
}

/** Returns the id of the first post of each sitemap of posts. */
async function firstOfEach(db: Database): Promise<string[]> {
  const firsts: string[] = [];
  for (let from = ''; ; ) {
    const first = listed(db)
      .where('posts.id', '>=', from)
      .offset(firsts.length === 0 ? 0 : most);
    const found = await first.limit(1).executeTakeFirst();
    if (!found) return firsts;
    from = found.id;
    firsts.push(from);
    await setImmediate();
  }
}

/**
 * Returns the distinct values of a column. Steps from value to value in the column's index, and does not read all rows.
 */
async function different(
  db: Database,
  table: 'posts' | 'post_topics',
  column: string,
  isShown: RawBuilder<unknown>,
): Promise<string[]> {
  const least = sql`select min(${sql.ref(column)}) from ${sql.table(table)}`;
  const { rows } = await sql<{ value: string }>`with recursive found (value) as (
      select (${least})
      union all select (${least} where ${sql.ref(column)} > found.value) from found where found.value is not null
    ) select value from found where ${isShown} order by value limit ${most}`.execute(db);
  return rows.map(({ value }) => value);
}

/** Returns the site's origin, because the sitemap protocol requires absolute URLs. @throws {HttpError} unknown_host */
function originOf(c: Context): string {
  const origin = publicOrigin(c);
  if (origin === undefined) {
    throw new HttpError('unknown_host', { detail: 'PUBLIC_ORIGIN is not set, so the site’s address is unknown' });
  }
  return origin;
}

function location(origin: string, path: string): string {
  return `<loc>${escapeMarkup(origin + path)}</loc>`;
}

const addresses = (urls: string[]) =>
  xml(`<urlset xmlns="${namespace}">${urls.map((url) => `<url>${url}</url>`).join('')}</urlset>`);

const xml = (root: string) => publicDocument('application/xml', `<?xml version="1.0" encoding="utf-8"?>\n${root}`);

/** Serves robots.txt (RFC 9309). */
export const robotsHandler: Handler = (c) => {
  const origin = publicOrigin(c);
  const sitemap = origin === undefined ? '' : `\nSitemap: ${origin}/sitemap.xml\n`;
  return respondWithDocument(c, publicDocument('text/plain; charset=utf-8', `User-agent: *\nAllow: /\n${sitemap}`));
};
