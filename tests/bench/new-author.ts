import { callPaths } from '../../src/contract/paths.ts';
import type { NewPost } from '../../src/contract/posts.ts';

/** What the app keeps of a login, by the names it keeps it under. */
export interface Author {
  token: string;
  userId: string;
}

export const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };

/** Registers Ada, who has published this much. */
export async function newAuthor(origin: string, posts: NewPost[]): Promise<Author> {
  const call = async (path: string, body: object, token?: string) => {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path} was refused: ${response.status}`);
    return response;
  };
  const { token, userId } = await (await call(callPaths.register, ada)).json();
  for (const post of posts) await call(callPaths.posts, post, token);
  return { token, userId };
}
