import type { Handler } from 'hono';
import { sql } from 'kysely';
import { pagePaths } from '../../contract/paths.ts';
import { answer, publicDocument } from '../http/document.ts';
import type { Store } from '../store/schema.ts';
import { escapeMarkup } from './escape.ts';

/** The most addresses one sitemap may hold (https://www.sitemaps.org/protocol.html). */
const most = 50_000;

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * All posts, oldest first, in as many sitemaps as it takes, each named after its first post: as new posts come, only
 * the last one changes.
 */
export function sitemapHandlers({ db }: Store) {
  const postsFrom = (first: string) =>
    db.selectFrom('posts').select(['id', 'created_at']).where('id', '>=', first).orderBy('id').limit(most).execute();

  const index: Handler = async (c) => {
    const { origin } = new URL(c.req.url);
    const numbered = db.selectFrom('posts').select(['id', sql<number>`row_number() over (order by id)`.as('number')]);
    const firsts = await db
      .selectFrom(numbered.as('numbered'))
      .select('id')
      .where(sql`(number - 1) % ${sql.lit(most)}`, '=', 0)
      .orderBy('id')
      .execute();
    const maps = firsts.map(({ id }) => `<sitemap><loc>${escapeMarkup(origin)}/sitemap-${id}.xml</loc></sitemap>`);
    return answer(c, xml(`<sitemapindex xmlns="${namespace}">${maps.join('')}</sitemapindex>`));
  };

  const part: Handler = async (c) => {
    const { origin } = new URL(c.req.url);
    const posts = await postsFrom(c.req.param('first') ?? '');
    const addresses = [
      ...[pagePaths.landing, pagePaths.home].map((path) => `<url><loc>${escapeMarkup(origin + path)}</loc></url>`),
      ...posts.map(({ id, created_at }) => {
        return `<url><loc>${escapeMarkup(origin + pagePaths.blog(id))}</loc><lastmod>${created_at}</lastmod></url>`;
      }),
    ];
    return answer(c, xml(`<urlset xmlns="${namespace}">${addresses.join('')}</urlset>`));
  };

  return { index, part };
}

const xml = (root: string) => publicDocument('application/xml', `<?xml version="1.0" encoding="utf-8"?>\n${root}`);

/** RFC 9309. */
export const robotsHandler: Handler = (c) => {
  const { origin } = new URL(c.req.url);
  return answer(
    c,
    publicDocument('text/plain; charset=utf-8', `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`),
  );
};
