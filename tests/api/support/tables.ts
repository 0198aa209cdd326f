import type { Schema } from '../../../src/server/store/schema.ts';

type Table = keyof Schema;

/** All tables. Refused calls may change `counts` tables. Each database computes its `index` tables from the posts. */
const kinds: Record<Table, 'data' | 'counts' | 'index'> = {
  users: 'data',
  sessions: 'data',
  recovery_codes: 'data',
  reset_links: 'data',
  passkeys: 'data',
  passkey_challenges: 'data',
  posts: 'data',
  post_versions: 'data',
  images: 'data',
  image_uploads: 'data',
  post_images: 'data',
  image_files: 'data',
  post_topics: 'data',
  idempotency_keys: 'data',
  known_places: 'data',
  invitations: 'data',
  site_settings: 'data',
  site_icons: 'data',
  site_pages: 'data',
  rate_limits: 'counts',
  indexed_posts: 'index',
};

const tables = Object.keys(kinds) as Table[];

/** The tables that a refused call does not change. */
export const tablesOfWrites = tables.filter((table) => kinds[table] !== 'counts');

/** The tables that are the same in every database with the same posts and accounts. */
export const tablesToMove = tables.filter((table) => kinds[table] !== 'index');
