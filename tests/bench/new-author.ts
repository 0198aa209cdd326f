import { callPaths } from '../../src/contract/paths.ts';
import type { NewPost } from '../../src/contract/posts.ts';
import { sendJson } from './send-json.ts';

/** An author's login, under the names that the app gives it in local storage. */
export interface Author {
  token: string;
  userId: string;
}

export const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };

/** Registers Ada and publishes these posts as her. */
export async function newAuthor(origin: string, posts: NewPost[]): Promise<Author> {
  const { token, userId } = await (await sendJson('POST', origin + callPaths.register, ada)).json();
  for (const post of posts) await sendJson('POST', origin + callPaths.posts, post, token);
  return { token, userId };
}
