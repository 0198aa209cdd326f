import { callPaths } from '../../src/contract/paths.ts';
import type { NewPost } from '../../src/contract/posts.ts';
import { sendJson } from './send-json.ts';

/** What the app keeps of a login, by the names it keeps it under. */
export interface Author {
  token: string;
  userId: string;
}

export const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };

/** Registers Ada, who has published this much. */
export async function newAuthor(origin: string, posts: NewPost[]): Promise<Author> {
  const { token, userId } = await (await sendJson('POST', origin + callPaths.register, ada)).json();
  for (const post of posts) await sendJson('POST', origin + callPaths.posts, post, token);
  return { token, userId };
}
