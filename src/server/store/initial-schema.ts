import { sql } from 'kysely';
import type { StoreTransaction } from './schema.ts';
import type { SearchIndex } from './search-index.ts';

/**
 * All tables except the search index, in SQL for both databases. `schema.ts` describes the columns. SQLite does not
 * know `bytea`, but stores bytes all the same. A passkey's counter is a `double precision`: it reaches 4,294,967,295,
 * which PostgreSQL's `integer` can't hold, and PostgreSQL's driver reads a `bigint` as text. The column `content` comes
 * last, because SQLite reads all of a long content to reach the columns after it.
 */
const tables = `
create table users (
  id text not null primary key, name text not null, email text not null, email_key text not null unique,
  password_hash text not null, created_at text not null, suspended_at text, revision integer not null default 1);

create table sessions (
  token_hash text not null primary key, cookie_hash text not null unique,
  user_id text references users on delete cascade,
  last_used_at text not null, created_at text not null, device text not null default '');
create index sessions_by_use on sessions (last_used_at);
create index sessions_by_user on sessions (user_id);

create table recovery_codes (
  code_hash text not null primary key, user_id text not null references users on delete cascade,
  created_at text not null);
create index recovery_codes_by_user on recovery_codes (user_id);

create table reset_links (
  user_id text not null primary key references users on delete cascade,
  link_hash text not null unique, ends_at text not null);

create table passkeys (
  id text not null primary key, user_id text not null references users on delete cascade,
  name text not null, public_key text not null, counter double precision not null,
  created_at text not null, last_used_at text);
create index passkeys_by_user on passkeys (user_id);

create table passkey_challenges (
  challenge_hash text not null primary key, session_hash text references sessions on delete cascade,
  ends_at text not null);
create index passkey_challenges_by_session on passkey_challenges (session_hash) where session_hash is not null;
create index passkey_challenges_by_end on passkey_challenges (ends_at);

create table posts (
  id text not null primary key, author_id text not null references users on delete cascade,
  created_at text not null, version integer not null default 1, updated_at text,
  title text not null, summary text not null, img_url text not null, content text not null);
create index posts_by_author on posts (author_id, id);

create table post_versions (
  post_id text not null references posts on delete cascade, version integer not null,
  created_at text not null, etag text, title text not null, img_url text not null, content text not null,
  primary key (post_id, version));

create table post_topics (
  topic text not null, post_id text not null references posts on delete cascade, primary key (topic, post_id));
create index post_topics_by_post on post_topics (post_id);

create table images (name text not null primary key, bytes integer not null, unnamed_since text);
create index images_unnamed on images (unnamed_since) where unnamed_since is not null;

create table image_uploads (
  user_id text not null references users on delete cascade, image text not null references images on delete cascade,
  primary key (user_id, image));
create index image_uploads_by_image on image_uploads (image);

create table post_images (
  post_id text not null references posts on delete cascade, image text not null, primary key (post_id, image));
create index post_images_by_image on post_images (image);

create table image_files (image text not null, variant text not null, bytes bytea not null, primary key (image, variant));

create table idempotency_keys (
  user_id text not null references users on delete cascade, key text not null, body_hash text not null,
  post_id text not null, created_at text not null, version integer, primary key (user_id, key));

create table known_places (
  place_hash text not null primary key, user_id text not null references users on delete cascade, ends_at text not null);
create index known_places_by_user on known_places (user_id);
create index known_places_by_end on known_places (ends_at);

create table invitations (code_hash text not null primary key, ends_at text not null);

create table rate_limits (key text not null primary key, count integer not null, ends_at text not null);
create index rate_limits_by_end on rate_limits (ends_at);

create table site_settings (key text not null primary key, value text not null);

create table site_icons (name text not null primary key, bytes bytea not null);

create table site_pages (
  name text not null primary key, position integer not null, title text not null,
  updated_at text not null, content text not null)`;

/** Creates every table of a new database. */
export async function createTables(work: StoreTransaction, search: SearchIndex): Promise<void> {
  for (const statement of tables.split(';')) await sql.raw(statement).execute(work);
  await search.create(work);
}
