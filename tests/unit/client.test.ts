// @vitest-environment node
import { expect, test } from 'vitest';
import { captivePortal, json, openForeignBackend, type Reply, status } from './support/backend.ts';
import { stubGlobal } from './support/global.ts';

const load = async () => ({
  ...(await import('../../src/device/calls/client.ts')),
  ...(await import('../../src/device/calls/connection.ts')),
  ...(await import('../../src/reading/shown/blog-calls.ts')),
});

test.each([
  ...[400, 401, 403, 404, 409, 410, 413, 422].map((code) => [code, 'refused'] as const),
  ...[408, 429, 500, 502, 503, 504].map((code) => [code, 'unanswered'] as const),
])('the client reports a call with status %d as %s, and does not retry it', async (code, failure) => {
  await using backend = await openForeignBackend(() => status(code));
  const { client, failureOf } = await load();
  for (const method of ['get', 'post', 'delete'] as const) {
    const error = await client[method]('/blog/posts').then(() => 'success', failureOf);
    expect(error).toBe(failure);
  }
  expect(backend.received).toHaveLength(3);
});

test.each<[string, Reply]>([
  ["a captive portal's page", captivePortal],
  ['a dropped connection', 'drop'],
  ['malformed JSON', { headers: { 'Content-Type': 'application/json' }, body: '[{"_id":' }],
  ['an empty answer', { status: 204 }],
])('after %s, the client reports the call as unanswered, and does not retry it', async (_, reply) => {
  await using backend = await openForeignBackend(() => reply);
  const { failureOf, getPosts } = await load();
  const error: unknown = await getPosts(`${backend.origin}/blog/posts`, 'newest').then(
    () => 'success',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  expect(failureOf(error)).toBe('unanswered');
  expect(backend.received).toHaveLength(1);
});

test('the client reports a 403 as refused, even if its body is HTML', async () => {
  await using _ = await openForeignBackend(() => ({ ...captivePortal, status: 403 }));
  const { client, failureOf } = await load();
  expect(await client.post('/blog/posts').then(() => 'success', failureOf)).toBe('refused');
});

test.each(['text/html; charset=utf-8', 'application/xhtml+xml'])(
  'a write fails if a captive portal answers it (%s)',
  async (type) => {
    await using _ = await openForeignBackend(() => ({ ...captivePortal, headers: { 'Content-Type': type } }));
    const { writingClient } = await load();
    await expect(writingClient.post('/blog/posts', { json: {} })).rejects.toThrow('answered with a web page');
    await expect(writingClient.delete('/blog/posts/7')).rejects.toThrow('answered with a web page');
  },
);

test.each([301, 302, 303, 307, 308])('a write does not follow a redirect, and is unanswered (%d)', async (code) => {
  await using backend = await openForeignBackend(({ path }) =>
    path === '/elsewhere'
      ? json({ token: 't', userId: 'u' })
      : { status: code, headers: { Location: '/elsewhere' }, body: '' },
  );
  const { failureOf, writingClient } = await load();
  const { logIn, register } = await import('../../src/session/auth-calls.ts');
  const account = { name: 'Ada', email: 'ada@example.org', password: 'analytical' };
  const writes = [
    writingClient.post('/blog/posts', { json: {} }),
    writingClient.delete('/blog/posts/7'),
    logIn(account),
    register(account),
  ];
  const outcomes = await Promise.all(writes.map((write) => write.then(() => 'success', failureOf)));
  expect(outcomes).toEqual(['unanswered', 'unanswered', 'unanswered', 'unanswered']);
  expect(backend.received.map(({ path }) => path)).not.toContain('/elsewhere');
});

test("follows a list's redirect, and reports a redirect to a web page as unanswered", async () => {
  let there: Reply = json([{ _id: 1 }]);
  await using backend = await openForeignBackend(({ path }) =>
    path === '/elsewhere' ? there : { status: 302, headers: { Location: '/elsewhere' }, body: '' },
  );
  const { failureOf, getPosts } = await load();
  const read = () => getPosts(`${backend.origin}/blog/posts`, 'newest');
  expect((await read()).posts).toMatchObject([{ _id: '1' }]);
  there = captivePortal;
  expect(await read().then(() => 'success', failureOf)).toBe('unanswered');
});

test('a call waits for a late response, and is not sent again', async () => {
  const { promise: later, resolve: answer } = Promise.withResolvers<Reply>();
  await using backend = await openForeignBackend(() => later);
  const { getPosts } = await load();
  const posts = getPosts(`${backend.origin}/blog/posts`, 'newest');
  const first = await Promise.race([posts, new Promise((resolve) => setTimeout(resolve, 200, 'still waiting'))]);
  expect(first).toBe('still waiting');
  answer(json([{ _id: 1 }]));
  expect((await posts).posts).toMatchObject([{ _id: '1' }]);
  expect(backend.received).toHaveLength(1);
});

test('a dropped call or captive portal sets the connection to away, a 500 to reachable', async () => {
  await using backend = await openForeignBackend(() => 'drop');
  const { client, connection } = await load();
  expect(connection.get()).toBe('reachable');
  for (const [reply, state] of [
    ['drop', 'away'],
    [captivePortal, 'away'],
    [status(500), 'reachable'],
  ] as const) {
    backend.reply = () => reply;
    await client.get('/blog/posts').catch(() => undefined);
    expect(connection.get()).toBe(state);
  }
  await backend.stop();
  await client.get('/blog/posts').catch(() => undefined);
  expect(connection.get()).toBe('away');
});

test("with a worker, a page's POST changes the connection state, and a GET does not", async () => {
  await using backend = await openForeignBackend(() => 'drop');
  const { client, connection } = await load();
  await client.get('/blog/posts').catch(() => undefined);
  using _ = stubGlobal('navigator', { serviceWorker: { controller: {} } });
  backend.reply = () => json([]);
  await client.get('/blog/posts');
  expect(connection.get()).toBe('away');
  await client.post('/blog/posts');
  expect(connection.get()).toBe('reachable');
});
