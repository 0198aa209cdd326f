import { pagePaths } from '../../contract/paths.ts';
import type { SitePageText } from '../../contract/site.ts';
import { ConfigError } from '../process/config-error.ts';
import { contentSize } from '../store/content-size.ts';
import type { Database, Store } from '../store/schema.ts';

/** How many pages a site may have: the footer of every page names them all. */
export const mostPages = 20;

/** Removes a page; returns whether it existed. @throws {ConfigError} when a link of the footer leads to the page */
export async function removePage({ db }: Store, name: string): Promise<boolean> {
  return db.transaction().execute(async (work) => {
    // With this lock, a concurrent command that sets a link to the page waits (`requirePage` takes the same lock).
    if (
      !(await work.selectFrom('site_pages').select('name').where('name', '=', name).forNoKeyUpdate().executeTakeFirst())
    )
      return false;
    const links = work.selectFrom('site_settings').select('key').where('key', 'like', 'link.%');
    const first = await links.where('value', '=', pagePaths.page(name)).executeTakeFirst();
    if (first) throw new ConfigError(`${first.key} links to this page: set or unset that first`);
    await work.deleteFrom('site_pages').where('name', '=', name).execute();
    return true;
  });
}

/** Returns the pages in the order of the footer. */
export function listPages(db: Database) {
  return db
    .selectFrom('site_pages')
    .select(['name', 'title', 'updated_at'])
    .orderBy('position')
    .orderBy('name')
    .execute();
}

/** Returns a tag that changes whenever the page is stored, and the size of the page's content in bytes. */
export function findPage(db: Database, name: string): Promise<{ tag: string; size: number } | undefined> {
  const page = db.selectFrom('site_pages').where('name', '=', name);
  return page.select(['updated_at as tag', contentSize]).executeTakeFirst();
}

export function readPage(db: Database, name: string): Promise<SitePageText | undefined> {
  const page = db.selectFrom('site_pages').where('name', '=', name);
  return page.select(['name', 'title', 'updated_at as tag', 'content']).executeTakeFirst();
}
