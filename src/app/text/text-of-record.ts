import type { NewPost } from '../../contract/posts.ts';
import { newestSubmittedText, type PostRecord } from '../../writing/record/post-record.ts';

/** Returns the newest text of a record: the draft, else the submitted text, else the published text. */
export const textOfRecord = (record: PostRecord): NewPost => record.draft?.text ?? newestSubmittedText(record);
