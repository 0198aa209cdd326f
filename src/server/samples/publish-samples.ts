import { v7 as uuid } from 'uuid';
import { emailKey } from '../access/email-key.ts';
import { unverifiableHash } from '../accounts/passwords.ts';
import { type PostIndexer, storeIndexEntry } from '../posts/post-index.ts';
import type { Store } from '../store/schema.ts';
import { samples } from './samples.ts';

/** Addresses under `.example` belong to nobody (RFC 2606). */
const author = { name: 'Ada Quill', email: 'ada.quill@storyline.example' };

const day = 24 * 60 * 60 * 1000;

/** Publishes the sample posts, by an author who has no password and so can't log in. */
export async function publishSamples(store: Store, indexer: PostIndexer): Promise<void> {
  const now = Date.now();
  const author_id = uuid();
  const posts = await Promise.all(
    samples.map(async ({ title, imgUrl: img_url, content, daysAgo }) => {
      const msecs = Math.round(now - daysAgo * day);
      const ids = { id: uuid({ msecs }), author_id, created_at: new Date(msecs).toISOString() };
      const entry = await indexer({ title, content }, 'samples');
      return { row: { ...ids, title, summary: entry.summary, img_url, content }, entry };
    }),
  );
  await store.db.transaction().execute(async (work) => {
    const login = { email_key: emailKey(author.email), password_hash: unverifiableHash };
    const user = { ...author, ...login, id: author_id, created_at: new Date(now).toISOString() };
    await work.insertInto('users').values(user).execute();
    const rows = posts.map(({ row }) => row);
    await work.insertInto('posts').values(rows).execute();
    for (const { row, entry } of posts) await storeIndexEntry(store, work, row.id, entry, true);
  });
}
