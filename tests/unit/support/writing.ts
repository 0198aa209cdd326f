import type { NewPost } from '../../../src/contract/posts.ts';
import { newRecord, type PostRecord } from '../../../src/writing/record/post-record.ts';

export const post = (title: string): NewPost => ({ title, imgUrl: '', content: `${title}, at length.` });

/** Returns a record of the user 42. */
export const recordOf = (id: string, part: Partial<PostRecord> = {}): PostRecord => ({
  ...newRecord(id, '42'),
  rev: 1,
  changedAt: 1,
  ...part,
});

export const draftOf = (id: string, text = post(id), part: Partial<PostRecord> = {}): PostRecord =>
  recordOf(id, { draft: { text }, ...part });

/** Returns the record of a submitted post. */
export const waitingOf = (id: string, text = post(id), part: Partial<PostRecord> = {}): PostRecord =>
  recordOf(id, { pending: { kind: 'text', key: `key of ${id}`, at: 1, text }, ...part });

export const publishedAs = (postId: string, text: NewPost): Pick<PostRecord, 'postId' | 'base'> => ({
  postId,
  base: { etag: '"1"', number: 1, text },
});

/** Stores records, as another page would. */
export async function putRecords(...records: PostRecord[]): Promise<void> {
  const { writeRecords } = await import('../../../src/device/storage/records.ts');
  await writeRecords({ put: Object.fromEntries(records.map((record) => [`post-record/${record.id}`, record])) });
}
