import { v7 as uuid } from 'uuid';
import { unverifiableHash } from '../passwords.ts';
import type { Database } from '../store/schema.ts';
import { summarise } from '../summary.ts';
import { authorNames, storyNumber } from './stories.ts';

/** Rows in one statement and one transaction: far below what SQLite (32,766) and PostgreSQL (65,535) take as parameters. */
const batch = 1_000;

/** Milliseconds between one post and the next older one. */
const apart = 7 * 60 * 1000;

/**
 * Adds `count` posts, the newest of them now. The n-th newest is the same story whatever the count, so that the first
 * page of a small database and of a large one weigh the same.
 */
export async function seed(db: Database, count: number): Promise<{ posts: number; authors: number }> {
  const now = Date.now();
  const authorIds = await addAuthors(db, now);
  for (let start = count; start > 0; start -= batch) {
    const rows = [];
    for (let number = start - 1; number >= Math.max(0, start - batch); number--) {
      rows.push(row(number, now, authorIds));
    }
    await db.insertInto('posts').values(rows).execute();
  }
  return { posts: count, authors: authorIds.length };
}

function row(number: number, now: number, authorIds: string[]) {
  const { title, imgUrl, content, author } = storyNumber(number);
  const msecs = now - number * apart;
  return {
    id: uuid({ msecs }),
    author_id: authorIds[author % authorIds.length] ?? '',
    title,
    summary: summarise(content),
    img_url: imgUrl,
    content,
    created_at: new Date(msecs).toISOString(),
  };
}

/** Seeding twice finds the same authors again. */
async function addAuthors(db: Database, now: number): Promise<string[]> {
  const created_at = new Date(now).toISOString();
  const users = authorNames.map((name) => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@seed.example`;
    return { id: uuid(), name, email, email_key: email, password_hash: unverifiableHash, created_at };
  });
  await db
    .insertInto('users')
    .values(users)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .execute();
  const emails = users.map(({ email_key }) => email_key);
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', 'in', emails)
    .orderBy('email_key')
    .execute();
  return rows.map(({ id }) => id);
}
