import { type Kysely, sql } from 'kysely';
import type { TermQuery } from '../../text/search/search-queries.ts';
import { HttpError } from '../process/http-error.ts';
import { codeOf } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import type { SearchIndex } from './search-index.ts';

/**
 * Settings of the search's connections. Without them the planner underestimates the cost of reading terms, and scans
 * all posts. For 100,000 posts, a scan takes 1 s, and a search by the index 20 ms.
 */
export const searchSettings = 'set enable_seqscan = off; set jit = off';

/** Indexes each post's `tsvector` with GIN (https://www.postgresql.org/docs/current/textsearch-indexes.html). */
export function postgresSearch(searches: Kysely<Schema>): SearchIndex {
  return {
    async create(work) {
      // Stores terms outside of the rows, so that a scan of the rows reads little.
      await sql`create table indexed_posts (
        post_id text not null primary key references posts on delete cascade,
        terms tsvector not null) with (toast_tuple_target = 128)`.execute(work);
      await sql`alter table indexed_posts alter column terms set storage external`.execute(work);
      // PostgreSQL keeps new entries in a pending list, which each search scans. A short list keeps searches fast.
      await sql`create index indexed_posts_terms on indexed_posts using gin (terms)
        with (gin_pending_list_limit = 1024)`.execute(work);
      await sql`create function unindex_edited_post() returns trigger language plpgsql as $$ begin
          delete from indexed_posts where post_id = new.id;
          return null;
        end $$`.execute(work);
      await sql`create trigger unindex_edited_post after update of title, content on posts for each row
        when (old.title is distinct from new.title or old.content is distinct from new.content)
        execute function unindex_edited_post()`.execute(work);
    },
    async put(work, postId, terms) {
      await sql`insert into indexed_posts (post_id, terms) values (${postId}, array_to_tsvector(${[...terms]}::text[]))
        on conflict (post_id) do update set terms = excluded.terms`.execute(work);
    },
    async find({ words, except, after, limit, until }) {
      const query = except ? `(${matchAll(words)}) & !(${matchAll(except)})` : matchAll(words);
      const older = after === undefined ? sql`` : sql`and post_id < ${after}`;
      // Materializes the matches first. Otherwise, with a small limit, the planner would read the terms of all posts in
      // order.
      const found = sql<{ post_id: string }>`
        with found as materialized (select post_id from indexed_posts where terms @@ ${query}::tsquery ${older})
        select post_id from found order by post_id desc limit ${limit}`;
      return searches.connection().execute(async (connection) => {
        const left = Math.floor(until - performance.now());
        if (left < 1) throw new HttpError('busy');
        await sql`select set_config('statement_timeout', ${String(left)}, false)`.execute(connection);
        const { rows } = await found.execute(connection).catch((error) => {
          throw isCancelled(error) ? new HttpError('busy') : error;
        });
        return rows.map(({ post_id }) => post_id);
      });
    },
  };
}

/** PostgreSQL's query_canceled: the query exceeded its time. */
const isCancelled = (error: unknown): boolean => codeOf(error) === '57014';

/** Returns the `tsquery` for all words. Needs no escaping: no character of a term is special in PostgreSQL's quotes. */
const matchAll = (words: TermQuery[][]): string =>
  words
    .map(
      (alternatives) => `(${alternatives.map(({ term, isPrefix }) => `'${term}'${isPrefix ? ':*' : ''}`).join(' | ')})`,
    )
    .join(' & ');
