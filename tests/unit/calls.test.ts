// @vitest-environment node
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import type { NewPost } from '../../src/contract/posts.ts';
import { newRecord, type Submission } from '../../src/writing/record/post-record.ts';
import { type Call, json, openForeignBackend, openOwnBackend, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';

const loadBlog = () => import('../../src/reading/shown/blog-calls.ts');
const loadAuth = () => import('../../src/session/auth-calls.ts');

const typed = { title: '  A "title" ', imgUrl: ' x.png\t', content: '\n\n1 < 2 & 3\r\n  😀 ' };

/** Sends a submission to a foreign backend, as the app's sender does. */
async function send(call: Submission, token: string | null, postId?: string) {
  const { createForeignBackend } = await import('../../src/writing/sender/foreign-backend.ts');
  return createForeignBackend().call(
    { ...newRecord('r', 'u'), postId, pending: call, unanswered: [call] },
    call,
    token,
  );
}

const publish = (text: NewPost, token: string | null = 't') => send({ kind: 'text', key: 'k', at: 1, text }, token);
const erase = (postId: string) => send({ kind: 'delete', key: 'k', at: 1 }, 't', postId);
const gone = { kind: 'answered', event: { kind: 'gone', key: 'k' } };

/** Headers that Node's fetch adds by itself. Browsers add other headers. */
const transport = [
  ...'host connection user-agent accept-language accept-encoding'.split(' '),
  ...'sec-fetch-mode cache-control pragma content-length'.split(' '),
];

const sentByTheApp = ({ headers }: Call) => Object.keys(headers).filter((name) => !transport.includes(name));

test('the eight calls have the specified paths and payloads, and at most three headers', async () => {
  await using backend = await openForeignBackend(({ path }) =>
    json(path.endsWith('posts') ? [] : { _id: 1, token: 't', userId: 'u' }),
  );
  const { getPosts, getPost } = await loadBlog();
  const { register, logIn, getProfile } = await loadAuth();
  await getProfile('t');
  await register({ name: 'Ada', email: 'ada@example.org', password: 'analytical' });
  await logIn({ email: 'ada@example.org', password: 'analytical' });
  await getPosts(backend.origin + callPaths.posts, 'newest');
  const withMore = { ...typed, draft: 'secret' };
  await publish(withMore);
  await getPosts(backend.origin + callPaths.userPosts('u/1'), 'newest');
  await erase('a b');
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
  for (const call of backend.received)
    for (const name of sentByTheApp(call)) expect(['authorization', 'content-type', 'accept']).toContain(name);
});

test('publishing sends an Authorization header only if there is a token', async () => {
  await using backend = await openForeignBackend(() => status(201));
  await publish(typed, 'abc');
  await publish(typed, null);
  expect(backend.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer abc', undefined]);
});

test('a delete on a foreign backend sends no Authorization header; a 404 is a success', async () => {
  await using backend = await openForeignBackend(() => status(404));
  expect(await erase('7')).toEqual(gone);
  expect(backend.received).toMatchObject([{ method: 'DELETE', path: '/blog/posts/7' }]);
  expect(backend.received[0]?.headers).not.toHaveProperty('authorization');
});

test.each([401, 403, 409, 500])('a delete fails if its response is %d', async (code) => {
  using _errors = catchErrors();
  await using _ = await openForeignBackend(() => status(code));
  expect(await erase('7')).not.toEqual(gone);
});

test("a write succeeds whatever body a foreign backend's 200 or 204 has", async () => {
  await using backend = await openForeignBackend(() => ({ status: 204 }));
  await publish(typed);
  await erase('7');
  backend.reply = () => ({ status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'done' });
  expect(await Promise.all([publish(typed), erase('7')])).toEqual([
    { kind: 'answered', event: { kind: 'done', key: 'k', etag: '' } },
    gone,
  ]);
  expect(backend.received).toHaveLength(4);
});

test.each([{ body: '{"token":"t"}' }, { status: 204 }])('logIn and register reject the response %j', async (answer) => {
  await using _ = await openForeignBackend(() => ({ headers: { 'Content-Type': 'application/json' }, ...answer }));
  const { logIn, register } = await loadAuth();
  await expect(logIn({ email: 'a@example.org', password: 'p' })).rejects.toThrow();
  await expect(register({ name: 'A', email: 'a@example.org', password: 'p' })).rejects.toThrow();
});

test("getPosts resolves a relative link to the next page against the list's URL", async () => {
  await using backend = await openForeignBackend(({ path }) =>
    path === '/blog/posts' ? json([{ _id: 1 }], { Link: '<?after=1>; rel="next"' }) : json([{ _id: 2 }]),
  );
  const { getPosts } = await loadBlog();
  const first = await getPosts(`${backend.origin}/blog/posts`, 'newest');
  expect(first).toMatchObject({ posts: [{ _id: '1' }], next: `${backend.origin}/blog/posts?after=1` });
  const second = await getPosts(first.next ?? '', 'newest');
  expect(second).toMatchObject({ posts: [{ _id: '2' }], next: undefined });
});

test('getPosts reads a list whatever content type the response declares', async () => {
  const answer = { headers: { 'Content-Type': 'text/plain' }, body: '[{"_id":1}]' };
  await using backend = await openForeignBackend(() => answer);
  const { getPosts } = await loadBlog();
  expect((await getPosts(`${backend.origin}/blog/posts`, 'newest')).posts).toHaveLength(1);
});

test('ignores the fields version, updatedAt and etag in posts of a foreign backend', async () => {
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
