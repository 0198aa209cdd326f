// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { captivePortal, json, openForeignBackend, type Reply, status } from './support/backend.ts';
import { loadReading, openScope } from './support/reading.ts';

const list = '/blog/posts';
const own = '/blog/users/u/posts';
const post = (id: string, title = id) => ({ _id: id, title });
const text = (value: unknown) => JSON.stringify(value);
const kept: RequestInit = { cache: 'force-cache' };

const loadConfirmed = () => import('../../src/data/copies/confirmed.ts');

function useFakeTimeouts(): Disposable {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return { [Symbol.dispose]: () => void vi.useRealTimers() };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('a deleted post vanishes from every list and from its own page', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => 'drop');
  const { keep, read, ask } = await loadReading(scope, backend);
  const { forgetPost } = await loadConfirmed();
  await keep('lists', list, [post('a'), post('b')]);
  await keep('lists', `${list}?page=2`, [post('b')]);
  await keep('own', own, [post('a')]);
  await keep('posts', '/blog/posts/a', post('a'), 9);
  await forgetPost('a');
  expect(await read(list)).toBe(text([post('b')]));
  expect(await read(`${list}?page=2`)).toBe(text([post('b')]));
  expect(await read(own)).toBe(text([]));
  expect((await ask('/blog/posts/a').response)?.type).toBe('error');
  expect(await read('/blog/posts/b')).toBe(text(post('b')));
});

test('what else a list holds is left as the backend sent it', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() =>
    json([{ _id: 1 }, null, { _id: 2, extra: true }], { Link: '<x>' }),
  );
  const { read, ask } = await loadReading(scope, backend);
  const { forgetPost } = await loadConfirmed();
  await read(list);
  await forgetPost('1');
  const copy = await ask(list, kept).response;
  expect(await copy?.json()).toEqual([null, { _id: 2, extra: true }]);
  expect(copy?.headers.get('Link')).toBe('<x>');
});

test('an outdated list asks the network first', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => json([post('new'), post('a')]));
  const { keep, read } = await loadReading(scope, backend);
  const { outdateLists } = await loadConfirmed();
  await keep('lists', list, [post('a')]);
  await keep('own', own, [post('a')]);
  await outdateLists();
  expect(await read(list)).toBe(text([post('new'), post('a')]));
  expect(await read(own)).toBe(text([post('new'), post('a')]));
});

test('a list is outdated until the network has answered, and no longer', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => 'drop');
  const { keep, read } = await loadReading(scope, backend);
  const { outdateLists } = await loadConfirmed();
  await keep('lists', list, [post('a')]);
  await outdateLists();
  await read(list);
  backend.reply = () => json([post('new')]);
  expect(await read(list)).toBe(text([post('new')]));
  backend.reply = () => json([post('newest')]);
  expect(await read(list)).toBe(text([post('new')]));
});

test.each<[string, Reply]>([
  ['the connection is dropped', 'drop'],
  ['the backend fails', status(500)],
  ["a captive portal's page comes", captivePortal],
  ['an answer of another kind comes', json({ ok: true })],
  ['nothing comes', { status: 204 }],
])('an outdated list is shown all the same when %s', async (_, reply) => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => reply);
  const { keep, read } = await loadReading(scope, backend);
  await keep('lists', list, [post('a')], 0, true);
  expect(await read(list)).toBe(text([post('a')]));
});

test('an outdated list waits for a hanging network as long as it may, and is told of the answer that comes later', async () => {
  using _ = useFakeTimeouts();
  await using scope = openScope();
  const { promise: later, resolve: answer } = Promise.withResolvers<Reply>();
  await using backend = await openForeignBackend(() => later);
  const { keep, ask, spans } = await loadReading(scope, backend);
  await keep('lists', list, [post('a')], 0, true);
  const { body, settled } = ask(list);
  let shown: string | undefined;
  void body.then((given) => {
    shown = given;
  });
  while (vi.getTimerCount() === 0 || backend.received.length === 0) await nextTurn();
  vi.advanceTimersByTime(spans.staleCopyWaits - 1);
  await nextTurn();
  expect(shown).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(await body).toBe(text([post('a')]));
  expect(scope.changes()).toEqual([]);
  answer(json([post('new'), post('a')]));
  await settled();
  expect(scope.changes()).toEqual([backend.origin + list]);
});

test('a post of an outdated list is not outdated itself: it is shown at once', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => 'hang');
  const { keep, ask } = await loadReading(scope, backend);
  await keep('lists', list, [post('a')], 0, true);
  const { body } = ask('/blog/posts/a');
  const first = await Promise.race([body, new Promise((resolve) => setTimeout(resolve, 500, 'still waiting'))]);
  expect(first).toBe(text(post('a')));
});

test.each([
  ['a delete', async () => (await loadConfirmed()).forgetPost('a')],
  ['a post', async () => (await loadConfirmed()).outdateLists()],
  ['a logout', async () => (await import('../../src/data/copies/private.ts')).forgetOwnLists()],
])('an answer asked for before %s was confirmed is not kept', async (_, confirm) => {
  await using scope = openScope();
  const { promise: later, resolve: answer } = Promise.withResolvers<Reply>();
  await using backend = await openForeignBackend(() => later);
  const { ask } = await loadReading(scope, backend);
  const reads = [list, own, '/blog/posts/a'].map((path) => ask(path));
  while (backend.received.length < 3) await nextTurn();
  await confirm();
  answer(json([post('a')]));
  for (const { response, settled } of reads) {
    expect((await response)?.status).toBe(200);
    await settled();
  }
  expect(await scope.caches.dump()).toBe('');
});

test('an answer asked for before a delete does not bring the post back into the list', async () => {
  await using scope = openScope();
  const { promise: later, resolve: answer } = Promise.withResolvers<Reply>();
  await using backend = await openForeignBackend(() => later);
  const { keep, ask, read } = await loadReading(scope, backend);
  const { forgetPost } = await loadConfirmed();
  await keep('lists', list, [post('a'), post('b')]);
  const { body, settled } = ask(list);
  await body;
  while (backend.received.length === 0) await nextTurn();
  await forgetPost('a');
  answer(json([post('a'), post('b')]));
  await settled();
  expect(await read(list, kept)).toBe(text([post('b')]));
  expect(scope.changes()).toEqual([]);
});

test('a logout takes an author’s own lists, and no public copy', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => 'drop');
  const { keep, read, ask } = await loadReading(scope, backend);
  const { forgetOwnLists } = await import('../../src/data/copies/private.ts');
  await keep('own', own, [post('a')]);
  await keep('lists', list, [post('b')]);
  await keep('posts', '/blog/posts/c', post('c'));
  await forgetOwnLists();
  expect((await ask(own).response)?.type).toBe('error');
  expect(await read(list)).toBe(text([post('b')]));
  expect(await read('/blog/posts/c')).toBe(text(post('c')));
});

test('a write stays done where nothing can be kept', async () => {
  await using _ = await openForeignBackend(() => 'drop');
  const { forgetPost, outdateLists } = await loadConfirmed();
  expect('caches' in globalThis).toBe(false);
  await forgetPost('a');
  await outdateLists();
});

test('a write stays done when the device fails to follow', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => 'drop');
  using errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { keep } = await loadReading(scope, backend);
  const { forgetPost, outdateLists } = await loadConfirmed();
  await keep('lists', list, [post('a')]);
  using open = vi.spyOn(caches, 'open').mockRejectedValue(new Error('The disk is gone'));
  await forgetPost('a');
  await outdateLists();
  expect(open).toHaveBeenCalled();
  expect(errors).toHaveBeenCalledTimes(2);
});
