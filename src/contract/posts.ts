import * as v from 'valibot';
import { limits } from './limits.ts';
import { storableText } from './text.ts';

/**
 * A post as read (specification, section 3). Only the id is required. Other fields get a default if they are missing or
 * of a wrong type, so that a backend with slight faults does not blank a page.
 */
export const postSchema = v.object({
  _id: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty()),
  title: v.fallback(v.string(), ''),
  summary: v.fallback(v.optional(v.string()), undefined),
  imgUrl: v.fallback(v.string(), ''),
  content: v.fallback(v.string(), ''),
  createdAt: v.fallback(v.optional(v.union([v.string(), v.number()])), undefined),
  author: v.fallback(
    v.optional(
      v.object({
        email: v.fallback(v.string(), ''),
        /**
         * Set by our own backend: the id and name of the author, shown wherever the specification does not ask for the
         * email.
         */
        id: v.fallback(v.optional(v.string()), undefined),
        name: v.fallback(v.optional(v.string()), undefined),
      }),
    ),
    undefined,
  ),
  /** Begins at 1 and grows by one with each edit. Absent from backends whose posts can't be edited. */
  version: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined),
  /** The time of the last edit; absent for a post that was never edited. */
  updatedAt: v.fallback(v.optional(v.string()), undefined),
  /** The ETag of the whole post. An edit or a deletion sends it back unchanged, in `If-Match`. */
  etag: v.fallback(v.optional(v.string()), undefined),
});

/** A list of posts, in the backend's order. Drops entries that are not posts; fails if the answer is not an array. */
export const postListSchema = v.pipe(
  v.array(v.unknown()),
  v.transform((entries) =>
    entries.flatMap((entry) => {
      const post = v.safeParse(postSchema, entry);
      return post.success ? [post.output] : [];
    }),
  ),
);

/** The body of a call that creates a post. Every field may be empty, and no field is trimmed. */
export const newPostSchema = v.object({
  title: v.pipe(storableText, v.maxLength(limits.title)),
  imgUrl: v.pipe(storableText, v.maxLength(limits.imgUrl)),
  content: v.pipe(storableText, v.maxLength(limits.content)),
});

/** An entry in the list of a post's versions, newest first. Only the post's author gets this list. */
export const versionSchema = v.object({
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  title: v.string(),
  createdAt: v.string(),
});

/** A version with its whole text. Only the post's author gets it. */
export const versionTextSchema = v.object({ ...versionSchema.entries, imgUrl: v.string(), content: v.string() });

export type PostVersion = v.InferOutput<typeof versionSchema>;
export type PostVersionText = v.InferOutput<typeof versionTextSchema>;
export type Post = v.InferOutput<typeof postSchema>;
export type NewPost = v.InferOutput<typeof newPostSchema>;

/** Returns only the title, image URL and content of a post or a version. */
export const textOf = ({ title, imgUrl, content }: NewPost): NewPost => ({ title, imgUrl, content });

/** Returns whether title, image URL and content are equal, without trimming. */
export const isSameText = (a: NewPost, b: NewPost): boolean =>
  a.title === b.title && a.imgUrl === b.imgUrl && a.content === b.content;

/** Returns whether the account with this email wrote the post. Ignores case, as Storyline's own backend does. */
export const isAuthoredBy = ({ author }: Pick<Post, 'author'>, email: string | undefined): boolean =>
  email !== undefined && author?.email.toLowerCase() === email.toLowerCase();
