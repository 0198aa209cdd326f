// @vitest-environment node
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { type Call, json, openForeignBackend, openOwnBackend, status } from './support/backend.ts';

const loadBlog = async () => ({
  ...(await import('../../src/data/api/blog.ts')),
  ...(await import('../../src/data/api/write-posts.ts')),
});
const loadAuth = () => import('../../src/data/api/auth.ts');

const typed = { title: '  A "title" ', imgUrl: ' x.png\t', content: '\n\n1 < 2 & 3\r\n  😀 ' };

/** What Node's fetch adds where a browser adds its own. */
const transport = [
  'host',
  'connection',
  'user-agent',
  'accept-language',
  'accept-encoding',
  'sec-fetch-mode',
  'cache-control',
  'pragma',
  'content-length',
];

const sentByTheApp = ({ headers }: Call) => Object.keys(headers).filter((name) => !transport.includes(name));

test('to another origin no header leaves but Authorization, Content-Type and Accept', async () => {
  await using backend = await openForeignBackend(({ path }) =>
    json(path.endsWith('posts') ? [] : { _id: 1, token: 't', userId: 'u' }),
  );
  const { getPosts, getPost, createPost, deletePost } = await loadBlog();
  const { register, logIn, getProfile } = await loadAuth();
  await getPosts(`${backend.origin}/blog/posts`, 'newest');
  await getPosts(`${backend.origin}/blog/users/u/posts`, 'cached');
  await getPost('7', 'newest');
  await getPost('7', 'cached');
  await createPost(typed, { token: 't', idempotencyKey: 'k', author: 'u' });
  await deletePost('7', { author: 'u' });
  await register({ name: 'Ada', email: 'ada@example.org', password: 'analytical' });
  await logIn({ email: 'ada@example.org', password: 'analytical' });
  await getProfile('t');
  expect(backend.received).toHaveLength(9);
  for (const call of backend.received) {
    for (const name of sentByTheApp(call)) expect(['authorization', 'content-type', 'accept']).toContain(name);
  }
});

test('the eight calls go to their paths with their payloads', async () => {
  await using backend = await openForeignBackend(({ path }) =>
    json(path.endsWith('posts') ? [] : { _id: 1, token: 't', userId: 'u' }),
  );
  const { getPosts, getPost, createPost, deletePost } = await loadBlog();
  const { register, logIn, getProfile } = await loadAuth();
  await getProfile('t');
  await register({ name: 'Ada', email: 'ada@example.org', password: 'analytical' });
  await logIn({ email: 'ada@example.org', password: 'analytical' });
  await getPosts(backend.origin + callPaths.posts, 'newest');
  await createPost(typed, { token: 't', idempotencyKey: 'k', author: 'u' });
  await getPosts(backend.origin + callPaths.userPosts('u/1'), 'newest');
  await deletePost('a b', { author: 'u' });
  await getPost('a?b', 'newest');
  const sent = backend.received.map(({ method, path, body }) => [`${method} ${path}`, body && JSON.parse(body)]);
  expect(sent).toEqual([
    ['GET /auth/me', ''],
    ['POST /auth/register', { name: 'Ada', email: 'ada@example.org', password: 'analytical' }],
    ['POST /auth/login', { email: 'ada@example.org', password: 'analytical' }],
    ['GET /blog/posts', ''],
    ['POST /blog/posts', typed],
    ['GET /blog/users/u%2F1/posts', ''],
    ['DELETE /blog/posts/a%20b', ''],
    ['GET /blog/posts/a%3Fb', ''],
  ]);
});

test('of a post to create only title, imgUrl and content are sent', async () => {
  await using backend = await openForeignBackend(() => status(201));
  const { createPost } = await loadBlog();
  const more = { ...typed, draft: 'secret' };
  await createPost(more, { token: 't', idempotencyKey: 'k', author: 'u' });
  expect(JSON.parse(backend.received[0]?.body ?? '')).toEqual(typed);
});

test('a post is created in the name of the token, and with no token in nobody’s', async () => {
  await using backend = await openForeignBackend(() => status(201));
  const { createPost } = await loadBlog();
  await createPost(typed, { token: 'abc', idempotencyKey: 'k', author: 'u' });
  await createPost(typed, { token: null, idempotencyKey: 'k', author: 'u' });
  expect(backend.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer abc', undefined]);
});

test('only the own backend is sent the key and the author of a write', async () => {
  await using backend = await openOwnBackend(({ method }) => status(method === 'POST' ? 201 : 204));
  const { createPost, deletePost } = await loadBlog();
  await createPost(typed, { token: 't', idempotencyKey: 'key-1', author: 'u' });
  await deletePost('7', { author: 'u' });
  await deletePost('7', { author: null });
  expect(backend.received.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', undefined, undefined]);
  expect(backend.received.map(({ headers }) => headers['storyline-author'])).toEqual(['u', 'u', undefined]);
});

test('a delete carries no Authorization, and 404 to it means done', async () => {
  await using backend = await openForeignBackend(() => status(404));
  const { deletePost } = await loadBlog();
  await deletePost('7', { author: 'u' });
  expect(backend.received).toMatchObject([{ method: 'DELETE', path: '/blog/posts/7' }]);
  expect(backend.received[0]?.headers).not.toHaveProperty('authorization');
});

test.each([401, 403, 409, 500])('%d to a delete is a failure', async (code) => {
  await using _ = await openForeignBackend(() => status(code));
  const { deletePost } = await loadBlog();
  await expect(deletePost('7', { author: 'u' })).rejects.toMatchObject({ response: { status: code } });
});

const gateway = { 'Content-Type': 'application/json' };

test.each([
  { status: 200, headers: gateway, body: '{"ok":true}' },
  { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'OK' },
  { status: 200 },
  { status: 204 },
])("a gateway's success (%j) is no answer of the own backend to a post", async (reply) => {
  await using _ = await openOwnBackend(() => reply);
  const { createPost } = await loadBlog();
  const { failureOf } = await import('../../src/data/api/client.ts');
  const failed = await createPost(typed, { token: 't', idempotencyKey: 'k', author: 'u' }).catch(failureOf);
  expect(failed).toBe('unanswered');
});

test.each([
  { status: 200, headers: gateway, body: '{"ok":true}' },
  { status: 200 },
  { status: 404, headers: gateway, body: '{"error":"no route"}' },
])("a gateway's word (%j) is no answer of the own backend to a delete", async (reply) => {
  await using _ = await openOwnBackend(() => reply);
  const { deletePost } = await loadBlog();
  const { failureOf } = await import('../../src/data/api/client.ts');
  expect(await deletePost('7', { author: 'u' }).catch(failureOf)).toBe('unanswered');
});

test.each([204, 404])('the own backend says that a post is gone (%d)', async (code) => {
  await using backend = await openOwnBackend(() => status(code));
  const { deletePost } = await loadBlog();
  await deletePost('7', { author: 'u' });
  expect(backend.received).toHaveLength(1);
});

test('another backend may answer a write with nothing, or with anything', async () => {
  await using backend = await openForeignBackend(() => ({ status: 204 }));
  const { createPost, deletePost } = await loadBlog();
  await createPost(typed, { token: 't', idempotencyKey: 'k', author: 'u' });
  await deletePost('7', { author: 'u' });
  backend.reply = () => ({ status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'done' });
  await createPost(typed, { token: 't', idempotencyKey: 'k', author: 'u' });
  await deletePost('7', { author: 'u' });
  expect(backend.received).toHaveLength(4);
});

test.each([{ body: '{}' }, { body: '{"token":"t"}' }, { body: '{"userId":"u"}' }, { body: 'null' }, { status: 204 }])(
  'a login answered with %j is a failure',
  async (answer) => {
    await using _ = await openForeignBackend(() => ({ headers: { 'Content-Type': 'application/json' }, ...answer }));
    const { logIn, register } = await loadAuth();
    await expect(logIn({ email: 'a@example.org', password: 'p' })).rejects.toThrow();
    await expect(register({ name: 'A', email: 'a@example.org', password: 'p' })).rejects.toThrow();
  },
);

test('a list names its next page, relative to its own address', async () => {
  await using backend = await openForeignBackend(({ path }) =>
    path === '/blog/posts' ? json([{ _id: 1 }], { Link: '<?after=1>; rel="next"' }) : json([{ _id: 2 }]),
  );
  const { getPosts } = await loadBlog();
  const first = await getPosts(`${backend.origin}/blog/posts`, 'newest');
  expect(first).toMatchObject({ posts: [{ _id: '1' }], next: `${backend.origin}/blog/posts?after=1` });
  const second = await getPosts(first.next ?? '', 'newest');
  expect(second).toMatchObject({ posts: [{ _id: '2' }], next: undefined });
});

test.each(['{"posts":[]}', 'null', '"x"', '12'])('a list that is %s is a failure', async (body) => {
  await using backend = await openForeignBackend(() => ({ headers: { 'Content-Type': 'application/json' }, body }));
  const { getPosts } = await loadBlog();
  await expect(getPosts(`${backend.origin}/blog/posts`, 'newest')).rejects.toThrow();
});

test('a list is read whatever its content type says', async () => {
  const answer = { headers: { 'Content-Type': 'text/plain' }, body: '[{"_id":1}]' };
  await using backend = await openForeignBackend(() => answer);
  const { getPosts } = await loadBlog();
  expect((await getPosts(`${backend.origin}/blog/posts`, 'newest')).posts).toHaveLength(1);
});

test('Another backend’s fields named version, updatedAt and etag are not taken for those of an edited post', async () => {
  const post = { _id: 'a', title: 'Far away', version: 2, updatedAt: '2026-11-01T12:00:00Z', etag: '"2"' };
  const reply = ({ path }: Call) => json(path === '/blog/posts/a' ? post : [post]);
  const read = async (origin: string) => {
    const { getPosts, getPost } = await loadBlog();
    return [(await getPost('a', 'newest')).post, ...(await getPosts(`${origin}/blog/posts`, 'newest')).posts];
  };
  {
    await using own = await openOwnBackend(reply);
    expect(await read(own.origin)).toMatchObject([post, post]);
  }
  await using foreign = await openForeignBackend(reply);
  for (const found of await read(foreign.origin)) {
    expect(found.title).toBe('Far away');
    expect(found.version ?? found.updatedAt ?? found.etag).toBeUndefined();
  }
});

test('a post without an id is a failure', async () => {
  await using _ = await openForeignBackend(() => json({ title: 'No id' }));
  const { getPost } = await loadBlog();
  await expect(getPost('7', 'newest')).rejects.toThrow();
});

test('two keys are never the same', async () => {
  const { newIdempotencyKey } = await import('../../src/data/api/idempotency-key.ts');
  const keys = Array.from({ length: 1_000 }, newIdempotencyKey);
  expect(new Set(keys).size).toBe(1_000);
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true);
});
