import { sql } from 'kysely';
import type { TermQuery } from '../../text/search/search-queries.ts';
import type { SearchIndex } from './search-index.ts';
import { openSearchProcesses } from './search-process.ts';

/**
 * Returns a search index in FTS5 (https://sqlite.org/fts5.html). It stores terms, but no text, positions or columns.
 * Each row has a number, and the numbers sort like the posts' ids. A trigger deletes a post's row with the post.
 */
export function sqliteSearch(file: string): SearchIndex & { close(): Promise<void> } {
  const processes = openSearchProcesses(file);
  return {
    async create(work) {
      await sql`create table indexed_posts (
        post_id text not null primary key references posts on delete cascade,
        number integer not null unique)`.execute(work);
      // The tokenizer `ascii` treats every other character as a letter, so terms may have any script and the marks of
      // search-terms.ts. The commonest prefixes have three letters, and perhaps a mark. With prefix indexes of 3 and 4
      // characters, a search for four words, one of them `the`, takes 3 ms in 100,000 posts instead of 180. The index
      // is no larger.
      await sql`create virtual table post_terms using
        fts5(terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '3 4')`.execute(
        work,
      );
      // Turns off FTS5's merges after deletions. With them, deleting an account of 10,000 posts took 17 s of CPU time
      // instead of 3 s, at times blocking the server for 2.5 s. FTS5 also drops deleted rows when it merges new ones.
      await sql`insert into post_terms (post_terms, rank) values ('deletemerge', 0)`.execute(work);
      await sql`create trigger unindex_post after delete on indexed_posts begin
        delete from post_terms where rowid = old.number; end`.execute(work);
      await sql`create trigger unindex_edited_post after update of title, content on posts
        when old.title is not new.title or old.content is not new.content begin
        delete from indexed_posts where post_id = new.id; end`.execute(work);
    },
    async put(work, postId, terms) {
      const { first, end } = numbersOf(postId);
      // Takes the number above all others of the post's millisecond. If that millisecond has none left, takes the
      // highest free number below, even of an earlier millisecond: thousands of imported posts may have one date.
      await sql`insert into indexed_posts (post_id, number)
        select ${postId}, case when above < ${end} then above else (
          select taken.number - 1 from indexed_posts taken
          where taken.number < ${end}
            and not exists (select 1 from indexed_posts below where below.number = taken.number - 1)
          order by taken.number desc limit 1) end
        from (select coalesce(max(number) + 1, ${first}) as above
          from indexed_posts where number >= ${first} and number < ${end}) where true
        on conflict (post_id) do nothing`.execute(work);
      await sql`insert or replace into post_terms (rowid, terms) values (
        (select number from indexed_posts where post_id = ${postId}), ${[...terms].join(' ')})`.execute(work);
    },
    find: ({ words, except, after, limit, until }) => {
      const match = except ? `(${matchAll(words)}) NOT (${matchAll(except)})` : matchAll(words);
      if (after === undefined) return processes.ask({ statement: newest, parameters: [match, limit] }, until);
      const parameters = [match, after, numbersOf(after).first, limit];
      return processes.ask({ statement: older, parameters }, until);
    },
    close: processes.close,
  };
}

const from = `select post_id from post_terms cross join indexed_posts on number = post_terms.rowid
  where post_terms match ?`;
const inOrder = 'order by post_terms.rowid desc limit ?';
const newest = `${from} ${inOrder}`;
const older = `${from} and post_terms.rowid <
  coalesce((select number from indexed_posts where post_id = ?), ?) ${inOrder}`;

/**
 * Returns the range for a post's number in the index. The id, a UUIDv7, begins with a millisecond; each millisecond has
 * 4,096 numbers. The id's next bits choose `first` in the lower half, which leaves room for posts with the same bits.
 */
function numbersOf(postId: string): { first: bigint; end: bigint } {
  const digits = postId.replaceAll('-', '');
  const start = BigInt(`0x${digits.slice(0, 12)}`) << 12n;
  return { first: start + (BigInt(`0x${digits.slice(13, 16)}`) >> 1n), end: start + 4_096n };
}

/** Returns the FTS5 query for all words. Needs no escaping: no character of a term is special in FTS5's quotes. */
const matchAll = (words: TermQuery[][]): string =>
  words
    .map(
      (alternatives) => `(${alternatives.map(({ term, isPrefix }) => `"${term}"${isPrefix ? '*' : ''}`).join(' OR ')})`,
    )
    .join(' AND ');
