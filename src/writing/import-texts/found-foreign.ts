import type { NewPost } from '../../contract/posts.ts';
import type { FoundText } from './found-writing.ts';
import { picturesIn } from './pictures-in.ts';
import { editTimeOf, expectStorable, expectTime } from './texts-and-dates.ts';
import { hasBegun } from './time-in.ts';

/** A text of another program's export. */
export interface ForeignText {
  source: string;
  /** `undefined` if the export has no date. */
  createdAt: string | undefined;
  updatedAt: string | undefined;
  isPublished: boolean;
  /** Why the text becomes a draft here although the other program had published it. */
  whyDraft?: string | undefined;
  write(): NewPost;
}

/** Returns the text as an import needs it. @throws Unreadable if it has a field that cannot be stored. */
export function foundForeign(text: ForeignText, exportedAt: number): FoundText {
  const post = text.write();
  expectStorable(post);
  const createdAt = text.createdAt ?? new Date(exportedAt).toISOString();
  expectTime(createdAt);
  const whyDraft = hasBegun(createdAt) ? text.whyDraft : 'Its date is in the future.';
  return {
    kind: text.isPublished && whyDraft === undefined ? 'post' : 'draft',
    ...(text.isPublished && whyDraft !== undefined && { whyDraft }),
    place: post.title || 'Untitled',
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
