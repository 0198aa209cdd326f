import { v7 as uuid } from 'uuid';
import { emailKey } from '../access/email-key.ts';
import { unverifiableHash } from '../accounts/passwords.ts';
import { type PostIndexer, storeIndexEntry } from '../posts/post-index.ts';
import type { Store } from '../store/schema.ts';
import type { Sample } from './sample.ts';
import { samples } from './samples.ts';

/** Addresses under `.example` belong to nobody (RFC 2606). */
const author = { name: 'Ada Quill', email: 'ada.quill@storyline.example' };

const day = 24 * 60 * 60 * 1000;

/** Publishes the sample posts, by an author who has no password and so can't log in. */
export async function publishSamples(store: Store, indexer: PostIndexer): Promise<void> {
  const now = Date.now();
  const indexed = await Promise.all(
    samples.map(async (sample) => ({
      ...sample,
      id: uuid({ msecs: timeOf(sample, now) }),
      entry: await indexer(sample, 'samples'),
    })),
  );
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
    const rows = indexed.map(({ id, title, imgUrl, content, entry: { summary }, ...sample }) => ({
      id,
      author_id,
      title,
      summary,
      img_url: imgUrl,
      content,
      created_at: new Date(timeOf(sample, now)).toISOString(),
    }));
    await work.insertInto('posts').values(rows).execute();
    for (const { id, entry } of indexed) await storeIndexEntry(store, work, id, entry, true);
  });
}

const timeOf = ({ daysAgo }: Pick<Sample, 'daysAgo'>, now: number): number => Math.round(now - daysAgo * day);
