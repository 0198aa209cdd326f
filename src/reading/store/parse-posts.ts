import * as v from 'valibot';
import { type Post, postSchema } from '../../contract/posts.ts';

/** A list's entry or a detail call's answer, as the backend sent it (`entry`) and as the app reads it (`post`). */
export interface SentPost {
  entry: object;
  post: Post;
}

/** Returns the posts of a list's answer, each once; `undefined` if the body is no list. */
export function parseList(body: string): SentPost[] | undefined {
  const answer = parseJson(body);
  if (!Array.isArray(answer)) return undefined;
  const sent = new Map<string, SentPost>();
  for (const entry of answer) {
    const one = sentPost(entry);
    if (one && !sent.has(one.post._id)) sent.set(one.post._id, one);
  }
  return [...sent.values()];
}

/** Returns the post, or `undefined` if the body is no post. */
export const parsePost = (body: string): SentPost | undefined => sentPost(parseJson(body));

export const parsePosts = (stored: { body: string }[]): Post[] =>
  stored.map(({ body }) => parsePost(body)?.post).filter((post) => post !== undefined);

function sentPost(entry: unknown): SentPost | undefined {
  const post = v.safeParse(postSchema, entry);
  return post.success ? { entry: entry as object, post: post.output } : undefined;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
