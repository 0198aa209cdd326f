import { isTimeOfPost, timeOf } from '../../../contract/post-time.ts';
import type { NewPost } from '../../../contract/posts.ts';
import type { FoundText } from './found-writing.ts';
import { picturesIn } from './pictures-in.ts';
import { editTimeOf, expectStorable, expectTime } from './texts-and-dates.ts';

/** A text of another program's export. */
export interface ForeignText {
  place: string;
  source: string;
  title: string;
  /** `undefined`: it says none. */
  createdAt: string | undefined;
  updatedAt: string | undefined;
  isPublished: boolean;
  write(): NewPost;
}

/** @throws Unreadable */
export function foundForeign(text: ForeignText, exportedAt: number): FoundText {
  const post = text.write();
  expectStorable(post);
  const createdAt = text.createdAt ?? new Date(exportedAt).toISOString();
  expectTime(createdAt);
  const isPublished = text.isPublished && isTimeOfPost(timeOf(createdAt));
  return {
    kind: isPublished ? 'post' : 'draft',
    place: text.place,
    source: text.source,
    title: post.title,
    createdAt,
    updatedAt: editTimeOf(createdAt, text.updatedAt),
    isUndated: text.createdAt === undefined,
    versions: [],
    pictures: picturesIn(post),
    read: async () => text.write(),
  };
}
