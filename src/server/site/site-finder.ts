import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { product } from '../../contract/product.ts';
import type { SiteSettings } from '../../contract/site.ts';
import { coalescePerTurn } from '../process/coalesce-per-turn.ts';
import type { Database, Store } from '../store/schema.ts';
import { settingsOf } from './site-settings.ts';

/** @property tag identifies the settings in the keys of cached documents; `''` if nothing is set */
type Site = { settings: SiteSettings; tag: string };

export type SiteFinder = ReturnType<typeof siteFinder>;

/**
 * Returns functions that find the site's settings. Concurrent requests share one query. If the store knows its
 * `version`, nothing is queried again until something is written.
 */
export function siteFinder(store: Store) {
  let known: { version: string | undefined; site: Site } = { version: undefined, site: { settings: {}, tag: '' } };

  const read = coalescePerTurn(async () => {
    const version = store.version?.();
    const settings = await readSite(store.reads);
    known = { version, site: { settings, tag: tagOf(settings) } };
    return known.site;
  });

  return {
    /** Returns the settings as they are in the database. */
    find: async () => {
      const version = store.version?.();
      return version !== undefined && version === known.version ? known.site : read('');
    },
    /** Returns the site's last known name, for use while the database can't be read. */
    lastKnownName: () => known.site.settings.name ?? product.name,
  };
}

/** Reads the settings and the list of pages with one query, because the server needs them for every page. */
async function readSite(db: Database): Promise<SiteSettings> {
  const settings = db
    .selectFrom('site_settings')
    .select(['key', 'value', sql<string | null>`null`.as('tag'), sql<number>`0`.as('position')]);
  const pages = db.selectFrom('site_pages').select(['name as key', 'title as value', 'updated_at as tag', 'position']);
  return settingsOf(await settings.unionAll(pages).orderBy('position').orderBy('key').execute());
}

function tagOf(settings: SiteSettings): string {
  if (Object.keys(settings).length === 0) return '';
  return createHash('sha1').update(JSON.stringify(settings)).digest('base64url');
}
