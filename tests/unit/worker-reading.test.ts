// @vitest-environment node
import { expect } from 'vitest';
import { type Backend, captivePortal, json, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { replace } from './support/global.ts';
import { loadReading } from './support/reading.ts';
import { openRecordFaults } from './support/record-faults.ts';
import { test } from './support/test-reading.ts';
import type { WorkerScope } from './support/worker-scope.ts';

const list = '/blog/posts';
const post = (id: string, title = id) => ({ _id: id, title });
const text = (value: unknown) => JSON.stringify(value);

const notAnswers: [string, Reply][] = [
  ['a 500', status(500)],
  ['a 500 that carries a list', json([post('b')], {}, 500)],
  ['a 500 that carries a post', json(post('b'), {}, 500)],
  ['a 404', status(404)],
  ["a captive portal's page", captivePortal],
  ['a web page with status 404', { ...captivePortal, status: 404 }],
  ['a page that calls itself JSON', { ...captivePortal, headers: { 'Content-Type': 'application/json' } }],
  ['JSON of another kind', json({ ok: true })],
  ['an empty response', { status: 204 }],
  ['a dropped connection', 'drop'],
];

test.for(notAnswers)('%s does not replace a cached list', async ([_, reply], { scope, backend, read }) => {
  backend.reply = () => json([post('a')]);
  await read(list);
  backend.reply = () => reply;
  expect(await read(list)).toBe(text([post('a')]));
  expect(await read(list)).toBe(text([post('a')]));
  expect(scope.changes()).toEqual([]);
});

test.for(notAnswers.filter(([name]) => name !== 'a 404'))(
  '%s does not replace a cached post',
  async ([_, reply], { scope, backend, read }) => {
    backend.reply = () => json(post('a'));
    await read('/blog/posts/a');
    backend.reply = () => reply;
    expect(await read('/blog/posts/a')).toBe(text(post('a')));
    expect(await read('/blog/posts/a')).toBe(text(post('a')));
    expect(scope.changes()).toEqual([]);
  },
);

test.for(notAnswers)('%s is not cached', async ([_, reply], { backend, ask, stored }) => {
  backend.reply = () => reply;
  for (const path of [list, '/blog/users/u/posts', '/blog/posts/a']) {
    const { response, settled } = ask(path);
    await response;
    await settled();
  }
  expect(await stored.dump()).toBe('[[],[],[],[]]');
});

test("with nothing cached, the backend's error status is returned unchanged", async ({ backend, ask }) => {
  backend.reply = () => status(503);
  expect((await ask(list).response)?.status).toBe(503);
  backend.reply = () => 'drop';
  expect((await ask(list).response)?.type).toBe('error');
});

test('a newer answer replaces the cached answer, and notifies the pages once', async ({ scope, backend, read }) => {
  backend.reply = () => json([post('a')]);
  await read(list);
  backend.reply = () => json([post('b'), post('a')]);
  expect(await read(list)).toBe(text([post('a')]));
  expect(scope.changes()).toEqual([backend.origin + list]);
  expect(await read(list, { cache: 'force-cache' })).toBe(text([post('b'), post('a')]));
  expect(scope.changes()).toHaveLength(1);
});

test('a list that gained a next page replaces the cached list and notifies pages', async ({ scope, backend, read }) => {
  backend.reply = () => json([post('a')]);
  await read(list);
  backend.reply = () => json([post('a')], { Link: '<?after=a>; rel="next"' });
  await read(list);
  expect(scope.changes()).toEqual([backend.origin + list]);
});

test('an unchanged answer notifies no page', async ({ scope, backend, read }) => {
  backend.reply = () => json([post('a')]);
  await read(list);
  await read(list);
  await read(list);
  expect(backend.received).toHaveLength(3);
  expect(scope.changes()).toEqual([]);
});

test('force-cache returns the cached response, and requests nothing', async ({ backend, read }) => {
  backend.reply = () => json([post('a')]);
  await read(list);
  expect(await read(list, { cache: 'force-cache' })).toBe(text([post('a')]));
  expect(backend.received).toHaveLength(1);
});

test('if a shared call times out, the second request makes a call and stores an answer', async ({
  backend,
  ask,
  read,
}) => {
  backend.reply = () => 'hang';
  const { timeouts } = await import('../../src/device/timeouts.ts');
  using _ = replace(timeouts, { answerTimeoutMs: 1_000 });
  ask(list, {}, 'page');
  await expect.poll(() => backend.received.length).toBe(1);
  const joined = ask(list, {}, 'page');
  await new Promise((resolve) => setTimeout(resolve, 100));
  backend.reply = () => json([post('a')]);
  await ask(list, {}, 'another page').body;
  backend.reply = () => json([post('b')]);
  await joined.body;
  await expect.poll(() => read(list, { cache: 'force-cache' })).toBe(text([post('b')]));
});

test('a page reloaded after its call hung gets the answer of a new call', async ({ backend, ask }) => {
  backend.reply = () => 'hang';
  const before = ask(list, {}, 'page');
  await expect.poll(() => backend.received.length).toBe(1);
  backend.reply = () => json([post('a')]);
  expect(await ask(list, {}, 'page after the reload').body).toBe(text([post('a')]));
  await backend.stop();
  await before.settled();
});

test.for<[string, Reply]>([
  ['finds no network', 'drop'],
  ['is answered by a 503', status(503)],
  ['is answered by a captive portal', captivePortal],
])(
  'a call that %s gets the answer that another call has stored meanwhile',
  async ([_, failure], { backend, ask, read }) => {
    const { promise: later, resolve: fail } = Promise.withResolvers<void>();
    backend.reply = () => later.then(() => failure);
    const first = ask(list, {}, 'page');
    await expect.poll(() => backend.received.length).toBe(1);
    backend.reply = () => json([post('a')]);
    await read(list, {}, 'another page');
    fail();
    expect(await first.body).toBe(text([post('a')]));
    await first.settled();
  },
);

test('the worker tells the pages whether the network is reachable', async ({ scope, backend, read }) => {
  backend.reply = () => json([post('a')]);
  await read(list);
  backend.reply = () => 'drop';
  await read(list);
  backend.reply = () => status(500);
  await read(list);
  expect(scope.told.filter(({ type }) => type === 'connection')).toEqual([
    { type: 'connection', connection: 'reachable' },
    { type: 'connection', connection: 'away' },
    { type: 'connection', connection: 'reachable' },
  ]);
});

test('a captive portal does not make the worker report the backend as reachable', async ({ scope, backend, read }) => {
  backend.reply = () => captivePortal;
  await read(list);
  expect(scope.told).not.toContainEqual({ type: 'connection', connection: 'reachable' });
});

test('a post with a numeric id is served offline from a stored list', async ({ backend, read }) => {
  backend.reply = () => json([{ _id: 17 }, { _id: 7, title: 'Seven' }]);
  await read('/blog/users/u/posts');
  await backend.stop();
  expect(JSON.parse(await read('/blog/posts/7'))).toEqual({ _id: 7, title: 'Seven' });
});

test('a page gets its answer even if the database hangs', async ({ backend, ask, timeouts }) => {
  using faults = openRecordFaults();
  using _ = catchErrors();
  backend.reply = () => json([post('a')]);
  using __ = replace(timeouts, { databaseTimeoutMs: 20 });
  using ___ = await faults.hang();
  expect(await ask(list).body).toBe(text([post('a')]));
});

test('after its response, the fetch event lasts until a late answer is cached', async ({ scope, backend }) => {
  const { promise: reply, resolve: answer } = Promise.withResolvers<Reply>();
  backend.reply = () => reply;
  const { settled, stored } = await giveUpOn(scope, backend);
  answer(json([post('a')]));
  await settled();
  expect(await stored.lists()).toEqual([backend.origin + list]);
});

test('fetchReading reports `no room` if a late answer exceeds the quota', async ({ scope, backend }) => {
  using _ = catchErrors();
  const { promise: reply, resolve: answer } = Promise.withResolvers<Reply>();
  backend.reply = () => reply;
  const { asked } = await giveUpOn(scope, backend);
  using faults = openRecordFaults();
  faults.hasRoomFor = () => false;
  answer(json([post('a')]));
  expect(await (await asked).outcome).toMatchObject({ kind: 'no room' });
});

/** Requests the list in an event whose response does not wait for the answer. */
async function giveUpOn(scope: WorkerScope, backend: Backend) {
  const { stored } = await loadReading(scope, backend);
  const { fetchReading } = await import('../../src/reading/answers/fetch-reading.ts');
  const { workerHost } = await import('../../src/worker/worker-host.ts');
  const request = new Request(backend.origin + list);
  const { promise: asked, resolve: ask } = Promise.withResolvers<Awaited<ReturnType<typeof fetchReading>>>();
  const { settled } = scope.handle(request, async (event) => {
    ask(fetchReading({ request, reading: { kind: 'list', url: request.url }, host: workerHost(event) }));
    return Response.error();
  });
  await expect.poll(() => backend.received.length).toBe(1);
  return { asked, settled, stored };
}
