import { sql } from 'kysely';
import type { SiteSettings } from '../../contract/site.ts';
import type { Database } from '../store/schema.ts';
import { settingsOf } from './site-settings.ts';

/** Reads the settings and the list of pages with one query, because the server needs them for every page. */
export async function readSite(db: Database): Promise<SiteSettings> {
  const settings = db
    .selectFrom('site_settings')
    .select(['key', 'value', sql<string | null>`null`.as('tag'), sql<number>`0`.as('position')]);
  const pages = db.selectFrom('site_pages').select(['name as key', 'title as value', 'updated_at as tag', 'position']);
  return settingsOf(await settings.unionAll(pages).orderBy('position').orderBy('key').execute());
}
