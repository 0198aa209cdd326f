import { v7 as uuid } from 'uuid';
import { emailKey } from '../accounts.ts';
import { unverifiableHash } from '../passwords.ts';
import type { Database } from '../store/schema.ts';
import { summarise } from '../summary.ts';
import { samples } from './samples.ts';

/** A name under `.example` (RFC 2606) is nobody's address. */
const author = { name: 'Ada Quill', email: 'ada.quill@storyline.example' };

const day = 24 * 60 * 60 * 1000;

/** Gives a new database something to read, by an author nobody can log in as. */
export async function publishSamples(db: Database): Promise<void> {
  const now = Date.now();
  await db.transaction().execute(async (work) => {
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
      const summary = summarise(content);
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
  });
}
