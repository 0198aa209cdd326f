import * as v from 'valibot';
import { limits } from './limits.ts';
import { storableText } from './text.ts';

/**
 * A post as read (specification, section 3). A backend that keeps the contract loosely must not blank a page, so only
 * the id is insisted on: whatever else is missing or of another type is left out.
 */
export const postSchema = v.object({
  _id: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty()),
  title: v.fallback(v.string(), ''),
  summary: v.fallback(v.optional(v.string()), undefined),
  imgUrl: v.fallback(v.string(), ''),
  content: v.fallback(v.string(), ''),
  createdAt: v.fallback(v.optional(v.union([v.string(), v.number()])), undefined),
  author: v.fallback(v.optional(v.object({ email: v.fallback(v.string(), '') })), undefined),
});

/** A list of posts, in the backend's order. Entries that are no post are left out; an answer that is no list fails. */
export const postListSchema = v.pipe(
  v.array(v.unknown()),
  v.transform((entries) =>
    entries.flatMap((entry) => {
      const post = v.safeParse(postSchema, entry);
      return post.success ? [post.output] : [];
    }),
  ),
);

/** The create payload. All three may be empty, as the form checks nothing; nothing in it is trimmed. */
export const newPostSchema = v.object({
  title: v.pipe(storableText, v.maxLength(limits.title)),
  imgUrl: v.pipe(storableText, v.maxLength(limits.imgUrl)),
  content: v.pipe(storableText, v.maxLength(limits.content)),
});

export type Post = v.InferOutput<typeof postSchema>;
export type NewPost = v.InferOutput<typeof newPostSchema>;
