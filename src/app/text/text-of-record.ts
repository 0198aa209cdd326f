import type { NewPost } from '../../contract/posts.ts';
import { type PostRecord, topOf } from '../../writing/record/post-record.ts';

/** The newest text of a record: what is typed, else what was submitted; of a delete, the post's. */
export const textOfRecord = (record: PostRecord): NewPost => record.draft?.text ?? topOf(record);
