import { v7 as uuid } from 'uuid';
import { termsOf } from '../../../text/search/search-terms.ts';
import { unverifiableHash } from '../../accounts/passwords.ts';
import { storeIndexEntry } from '../../posts/post-index.ts';
import { summarise } from '../../posts/summarise.ts';
import { samples } from '../../samples/samples.ts';
import type { Database, Store } from '../../store/schema.ts';

/** Rows in one statement: their parameters stay below the limits of SQLite (32,766) and PostgreSQL (65,535). */
const batch = 1_000;

/** The time between two posts, in milliseconds. */
const apart = 7 * 60 * 1000;

const authorNames = [
  'Imre Falk',
  'Noor Haddad',
  'Tove Lind',
  'Kwame Mensah',
  'Lucía Prado',
  'Ravi Menon',
  'Yuki Mori',
  'Hanna Brandt',
];

/** Only sample paragraphs without Markdown: parsing the Markdown of a million stories would take half an hour. */
const paragraphs = samples
  .flatMap(({ content }) => content.split('\n\n'))
  .filter((paragraph) => /^[^#|`*_[\]<>~-][^#|`*_[\]<>~]*$/.test(paragraph));

/**
 * Adds `count` posts, the newest dated now. The n-th newest post is the same story for every count, so that the first
 * pages of a small and a large database have the same size.
 */
export async function seedPosts(store: Store, count: number): Promise<{ posts: number; authors: number }> {
  const now = Date.now();
  const authorIds = await addAuthors(store.db, now);
  for (let start = count; start > 0; start -= batch) {
    const numbers = Array.from({ length: Math.min(batch, start) }, (_, index) => start - 1 - index);
    const rows = numbers.map((number) => row(number, now, authorIds));
    await store.db.transaction().execute(async (work) => {
      await work.insertInto('posts').values(rows).execute();
      for (const row of rows)
        await storeIndexEntry(store, work, row.id, { terms: [...termsOf(row)], topics: [] }, true);
    });
  }
  return { posts: count, authors: authorIds.length };
}

function row(number: number, now: number, authorIds: string[]) {
  const { title, imgUrl, content, author } = story(number);
  const msecs = now - number * apart;
  return {
    id: uuid({ msecs }),
    author_id: authorIds[author % authorIds.length] ?? '',
    title,
    summary: summarise([content]),
    img_url: imgUrl,
    content,
    created_at: new Date(msecs).toISOString(),
  };
}

/** Makes a story from paragraphs of the samples. The same number always makes the same story. */
function story(number: number) {
  const random = randomFrom(number);
  const pick = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)];
  const { title = '', imgUrl = '' } = pick(samples) ?? {};
  // Squared, so that most posts are short and a few are long.
  const length = 1 + Math.floor(random() ** 2 * 12);
  return {
    title: `${title}, part ${number + 1}`,
    imgUrl: random() < 0.8 ? imgUrl : '',
    content: Array.from({ length }, () => pick(paragraphs)).join('\n\n'),
    author: Math.floor(random() * authorNames.length),
  };
}

/** Returns a seeded random generator (mulberry32), because Math.random can't be seeded. */
function randomFrom(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Adds the authors unless an earlier run has added them, and returns their ids. */
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
  const authors = db.selectFrom('users').select('id').where('email_key', 'in', emails).orderBy('email_key');
  return (await authors.execute()).map(({ id }) => id);
}
