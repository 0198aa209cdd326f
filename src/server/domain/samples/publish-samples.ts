import { v7 as uuid } from 'uuid';
import type { Store } from '../../store/schema.ts';
import { emailKey } from '../accounts.ts';
import { unverifiableHash } from '../passwords.ts';
import { indexEntryOf, storeIndexEntry } from '../post-index.ts';
import { summaryOf } from '../summarise.ts';
import { samples } from './samples.ts';

/** Addresses under `.example` belong to nobody (RFC 2606). */
const author = { name: 'Ada Quill', email: 'ada.quill@storyline.example' };

const day = 24 * 60 * 60 * 1000;

/** Publishes the sample posts, under an author whom nobody can log in as. */
export async function publishSamples(store: Store): Promise<void> {
  const now = Date.now();
  await store.db.transaction().execute(async (work) => {
    const author_id = uuid();
    const created_at = new Date(now).toISOString();
    await work
      .insertInto('users')
      .values({
        ...author,
        id: author_id,
        email_key: emailKey(author.email),
        password_hash: unverifiableHash,
        created_at,
      })
      .execute();
    const rows = samples.map(({ title, imgUrl, content, daysAgo }) => {
      const msecs = Math.round(now - daysAgo * day);
      const summary = summaryOf(content);
      return {
        id: uuid({ msecs }),
        author_id,
        title,
        summary,
        img_url: imgUrl,
        content,
        created_at: new Date(msecs).toISOString(),
      };
    });
    await work.insertInto('posts').values(rows).execute();
    for (const row of rows) await storeIndexEntry(store, work, row.id, indexEntryOf(row), true);
  });
}
