// @vitest-environment node
import { expect, test } from 'vitest';
import { captivePortal, json, openForeignBackend, type Reply, status } from './support/backend.ts';

const loadClient = () => import('../../src/device/calls/client.ts');
const loadConnection = () => import('../../src/device/calls/connection.ts');

test.each([
  [400, 'refused'],
  [401, 'refused'],
  [403, 'refused'],
  [404, 'refused'],
  [409, 'refused'],
  [410, 'refused'],
  [413, 'refused'],
  [422, 'refused'],
  [408, 'unanswered'],
  [429, 'unanswered'],
  [500, 'unanswered'],
  [502, 'unanswered'],
  [503, 'unanswered'],
  [504, 'unanswered'],
])('a %d counts as %s, and the client does not retry', async (code, failure) => {
  await using backend = await openForeignBackend(() => status(code));
  const { client, failureOf } = await loadClient();
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
])('%s counts as unanswered, and the client does not retry', async (_, reply) => {
  await using backend = await openForeignBackend(() => reply);
  const { failureOf } = await loadClient();
  const { getPosts } = await import('../../src/reading/shown/blog-calls.ts');
  const error: unknown = await getPosts(`${backend.origin}/blog/posts`, 'newest').then(
    () => 'success',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  expect(failureOf(error)).toBe('unanswered');
  expect(backend.received).toHaveLength(1);
});

test('a refusal with an HTML body is still a refusal', async () => {
  await using _ = await openForeignBackend(() => ({ ...captivePortal, status: 403 }));
  const { client, failureOf } = await loadClient();
  expect(await client.post('/blog/posts').then(() => 'success', failureOf)).toBe('refused');
});

test.each(['text/html; charset=utf-8', 'application/xhtml+xml'])(
  'a write has failed if a captive portal answers it (%s)',
  async (type) => {
    await using _ = await openForeignBackend(() => ({ ...captivePortal, headers: { 'Content-Type': type } }));
    const { writingClient } = await loadClient();
    await expect(writingClient.post('/blog/posts', { json: {} })).rejects.toThrow('answered with a web page');
    await expect(writingClient.delete('/blog/posts/7')).rejects.toThrow('answered with a web page');
  },
);

test.each([301, 302, 303, 307, 308])('a write has failed if it is redirected (%d)', async (code) => {
  await using backend = await openForeignBackend(({ path }) =>
    path === '/elsewhere'
      ? json({ token: 't', userId: 'u' })
      : { status: code, headers: { Location: '/elsewhere' }, body: '' },
  );
  const { failureOf, writingClient } = await loadClient();
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

test('a redirected list is read at its new URL, unless a web page answers there', async () => {
  let there: Reply = json([{ _id: 1 }]);
  await using backend = await openForeignBackend(({ path }) =>
    path === '/elsewhere' ? there : { status: 302, headers: { Location: '/elsewhere' }, body: '' },
  );
  const { failureOf } = await loadClient();
  const { getPosts } = await import('../../src/reading/shown/blog-calls.ts');
  const read = () => getPosts(`${backend.origin}/blog/posts`, 'newest');
  expect((await read()).posts).toMatchObject([{ _id: '1' }]);
  there = captivePortal;
  expect(await read().then(() => 'success', failureOf)).toBe('unanswered');
});

test('the client waits for a late answer', async () => {
  const { promise: later, resolve: answer } = Promise.withResolvers<Reply>();
  await using backend = await openForeignBackend(() => later);
  const { getPosts } = await import('../../src/reading/shown/blog-calls.ts');
  const posts = getPosts(`${backend.origin}/blog/posts`, 'newest');
  const first = await Promise.race([posts, new Promise((resolve) => setTimeout(resolve, 200, 'still waiting'))]);
  expect(first).toBe('still waiting');
  answer(json([{ _id: 1 }]));
  expect((await posts).posts).toMatchObject([{ _id: '1' }]);
  expect(backend.received).toHaveLength(1);
});

test('the backend is away after a failed request, and reachable after an answer', async () => {
  await using backend = await openForeignBackend(() => 'drop');
  const { client } = await loadClient();
  const { connection } = await loadConnection();
  expect(connection.get()).toBe('reachable');
  await client.get('/blog/posts').catch(() => undefined);
  expect(connection.get()).toBe('away');
  backend.reply = () => status(500);
  await client.get('/blog/posts').catch(() => undefined);
  expect(connection.get()).toBe('reachable');
});

test('the backend is away if nothing listens at its address', async () => {
  await using backend = await openForeignBackend(() => json([]));
  const { client } = await loadClient();
  const { connection } = await loadConnection();
  await backend.stop();
  await client.get('/blog/posts').catch(() => undefined);
  expect(connection.get()).toBe('away');
});

test("the backend still counts as away after a captive portal's answer", async () => {
  await using backend = await openForeignBackend(() => 'drop');
  const { client } = await loadClient();
  const { connection } = await loadConnection();
  await client.get('/blog/posts').catch(() => undefined);
  backend.reply = () => captivePortal;
  await client.get('/blog/posts').catch(() => undefined);
  expect(connection.get()).toBe('away');
});

test("behind a worker, a page's GET does not change the connection state", async () => {
  await using backend = await openForeignBackend(() => 'drop');
  const { client } = await loadClient();
  const { connection } = await loadConnection();
  await client.get('/blog/posts').catch(() => undefined);
  using _ = stubWorkerController();
  backend.reply = () => json([]);
  await client.get('/blog/posts');
  expect(connection.get()).toBe('away');
  await client.post('/blog/posts');
  expect(connection.get()).toBe('reachable');
});

function stubWorkerController(): Disposable {
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller: {} }, configurable: true });
  return { [Symbol.dispose]: () => void Reflect.deleteProperty(navigator, 'serviceWorker') };
}
