import type { NewPost } from '../../../contract/posts.ts';
import type { FoundText } from './found-writing.ts';
import { picturesIn } from './pictures-in.ts';
import { expectStorable, expectTime } from './texts-and-dates.ts';

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
  const isPublished = text.isPublished && Date.parse(createdAt) <= Date.now();
  const { updatedAt = '' } = text;
  return {
    kind: isPublished ? 'post' : 'draft',
    place: text.place,
    source: text.source,
    title: post.title,
    createdAt,
    updatedAt: updatedAt > createdAt && Date.parse(updatedAt) <= Date.now() ? updatedAt : null,
    isUndated: text.createdAt === undefined,
    versions: [],
    pictures: picturesIn(post),
    read: async () => text.write(),
  };
}
