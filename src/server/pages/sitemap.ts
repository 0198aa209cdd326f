import { setImmediate } from 'node:timers/promises';
import type { Context, Handler } from 'hono';
import { pagePaths } from '../../contract/paths.ts';
import { answer, publicDocument } from '../http/document.ts';
import { publicOrigin } from '../http/origin.ts';
import type { Store } from '../store/schema.ts';
import { escapeMarkup } from './escape.ts';

/**
 * Posts in one sitemap; 50,000 are allowed (https://www.sitemaps.org/protocol.html), and would hold up everybody else
 * while they are written. An index may name 50,000 sitemaps, which is enough for a hundred million posts.
 */
const most = 2_000;

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * One sitemap of the pages that are always there, and all posts, oldest first, in as many more as it takes, each named
 * after its first post: as new posts come, only the last one changes.
 */
export function sitemapHandlers({ publicReads: db }: Store) {
  const postAfter = async (id: string, skipped: number) => {
    const found = db.selectFrom('posts').select('id').where('id', '>=', id).orderBy('id').offset(skipped).limit(1);
    await setImmediate();
    return (await found.executeTakeFirst())?.id;
  };

  const index: Handler = async (c) => {
    const firsts: string[] = [];
    // One step along the index of the table for each, between which others are answered.
    for (let first = await postAfter('', 0); first; first = await postAfter(first, most)) firsts.push(first);
    const names = ['pages', ...firsts];
    const maps = names.map((name) => `<sitemap>${location(c, `/sitemap-${name}.xml`)}</sitemap>`);
    return answer(c, xml(`<sitemapindex xmlns="${namespace}">${maps.join('')}</sitemapindex>`));
  };

  const pages: Handler = (c) => {
    const paths = [pagePaths.landing, pagePaths.home];
    return answer(c, addresses(paths.map((path) => `<url>${location(c, path)}</url>`)));
  };

  const posts: Handler = async (c) => {
    const [, first = ''] = /^sitemap-(.+)\.xml$/.exec(c.req.param('name') ?? '') ?? [];
    const found = await db
      .selectFrom('posts')
      .select(['id', 'created_at'])
      .where('id', '>=', first)
      .orderBy('id')
      .limit(most)
      .execute();
    return answer(
      c,
      addresses(
        found.map(({ id, created_at }) => {
          return `<url>${location(c, pagePaths.blog(id))}<lastmod>${created_at}</lastmod></url>`;
        }),
      ),
    );
  };

  return { index, pages, posts };
}

function location(c: Context, path: string): string {
  return `<loc>${escapeMarkup(publicOrigin(c) + path)}</loc>`;
}

const addresses = (urls: string[]) => xml(`<urlset xmlns="${namespace}">${urls.join('')}</urlset>`);

const xml = (root: string) => publicDocument('application/xml', `<?xml version="1.0" encoding="utf-8"?>\n${root}`);

/** RFC 9309. */
export const robotsHandler: Handler = (c) => {
  const origin = publicOrigin(c);
  return answer(
    c,
    publicDocument('text/plain; charset=utf-8', `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`),
  );
};
