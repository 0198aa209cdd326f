import { accountPaths } from '../../../src/contract/account-paths.ts';
import { callPaths } from '../../../src/contract/paths.ts';
import type { NewPost, Post } from '../../../src/contract/posts.ts';
import type { Site } from './site.ts';

/** A registered user. */
export interface Author {
  name: string;
  email: string;
  password: string;
  token: string;
  userId: string;
  /** The session cookie as `name=value`; a foreign backend sets none. */
  cookie: string | undefined;
}

export async function registerAuthor(site: Site, name = 'Ada'): Promise<Author> {
  const account = { name, email: `${name.toLowerCase()}@example.com`, password: 'correct horse battery' };
  const response = await call(site, callPaths.register, { method: 'POST', body: JSON.stringify(account) });
  const { token, userId } = await response.json();
  return { ...account, token, userId, cookie: response.headers.getSetCookie()[0]?.split(';')[0] };
}

/** Publishes a post without the app, and returns its ID. */
export async function publish(site: Site, author: Author, post: Partial<NewPost>): Promise<string> {
  const body = JSON.stringify({ title: '', imgUrl: '', content: '', ...post });
  const before = new Set(await idsOf(site, author));
  await call(site, callPaths.posts, { method: 'POST', body, headers: bearer(author) });
  const added = (await idsOf(site, author)).find((id) => !before.has(id));
  if (added === undefined) throw new Error('The post is not in its author’s list.');
  return added;
}

const long = 'A text of some length.\n\n'.repeat(40);

/** Publishes `Post 1`, `Post 2` and so on; the last post is the newest. By default, each is longer than a screen. */
export async function publishMany(site: Site, author: Author, count: number, content = long): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const body = JSON.stringify({ title: `Post ${n}`, imgUrl: '', content });
    await call(site, callPaths.posts, { method: 'POST', body, headers: bearer(author) });
  }
}

/** Returns the author's posts from the backend, with only the fields that an author writes. */
export async function postsOf(site: Site, { userId }: Author): Promise<NewPost[]> {
  const posts: NewPost[] = await (await call(site, callPaths.userPosts(userId), {})).json();
  return posts.map(({ title, imgUrl, content }) => ({ title, imgUrl, content }));
}

/** Returns a post as our own backend sends it to readers. */
export async function readPost(site: Site, id: string): Promise<Post> {
  return (await call(site, callPaths.post(id), {})).json();
}

/** Deletes a post without the app. */
export async function unpublish(site: Site, author: Author, id: string): Promise<void> {
  await call(site, callPaths.post(id), { method: 'DELETE', headers: bearer(author) });
}

/** Edits a post without the app, as another device would. Keeps the fields that `changes` lacks. */
export async function edit(site: Site, author: Author, id: string, changes: Partial<NewPost>): Promise<void> {
  const { etag, ...post } = await (await call(site, callPaths.post(id), {})).json();
  const { title, imgUrl, content } = { ...post, ...changes };
  await call(site, callPaths.post(id), {
    method: 'PUT',
    body: JSON.stringify({ title, imgUrl, content }),
    headers: { ...bearer(author), 'If-Match': etag },
  });
}

/** Ends all sessions of the author without the app, as another device would. Open pages are not told. */
export async function endLogins(site: Site, author: Author): Promise<void> {
  await call(site, accountPaths.sessions, { method: 'DELETE', headers: bearer(author) });
}

const bearer = ({ token }: Author) => ({ Authorization: `Bearer ${token}` });

async function idsOf(site: Site, author: Author): Promise<string[]> {
  const posts: { _id: string }[] = await (await call(site, callPaths.userPosts(author.userId), {})).json();
  return posts.map(({ _id }) => _id);
}

async function call({ api }: Site, path: string, request: RequestInit): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...request.headers };
  const response = await fetch(api + path, { ...request, headers });
  if (!response.ok) throw new Error(`${request.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`);
  return response;
}
