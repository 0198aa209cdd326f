import { ConfigError } from '../process/config-error.ts';
import type { Store } from '../store/schema.ts';
import { checkPage } from './check-page.ts';
import { mostPages } from './site-pages.ts';

/**
 * Stores a page. A new page comes last in the footer; an existing page keeps its position. This file imports the
 * Markdown parser, which the server's main thread must not load.
 * @throws {ConfigError} when the name or the text is not valid for a page
 */
export async function putPage({ db }: Store, name: string, text: string): Promise<string> {
  const { title, content } = checkPage(name, text);
  const values = { title, content, updated_at: new Date().toISOString() };
  await db.transaction().execute(async (work) => {
    const all = work.selectFrom('site_pages').select(['name', 'position']).forNoKeyUpdate();
    const pages = await all.execute();
    const isThere = pages.some((page) => page.name === name);
    if (!isThere && pages.length >= mostPages) throw new ConfigError(`a site has at most ${mostPages} pages`);
    const position = Math.max(0, ...pages.map((page) => page.position)) + 1;
    await work
      .insertInto('site_pages')
      .values({ name, position, ...values })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
      .execute();
  });
  return title;
}
