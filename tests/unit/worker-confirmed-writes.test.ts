// @vitest-environment node
import * as v from 'valibot';
import { expect, vi } from 'vitest';
import { postSchema } from '../../src/contract/posts.ts';
import { json, openForeignBackend, type Reply } from './support/backend.ts';
import { replace } from './support/global.ts';
import { openRecordFaults } from './support/record-faults.ts';
import { test } from './support/test-reading.ts';

const list = '/blog/posts';
const post = (id: string, title = id) => ({ _id: id, title });
const text = (value: unknown) => JSON.stringify(value);
const kept: RequestInit = { cache: 'force-cache' };

const loadConfirmed = () => import('../../src/reading/answers/confirmed-writes.ts');

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('a confirmed delete keeps unknown fields in the other entries of a list', async ({ backend, read, ask }) => {
  backend.reply = () => json([{ _id: 1 }, null, { _id: 2, extra: true }]);
  const { removeDeletedPosts } = await loadConfirmed();
  await read(list);
  await removeDeletedPosts(['1']);
  const copy = await ask(list, kept).response;
  expect(await copy?.json()).toEqual([{ _id: 2, extra: true }]);
});

test('reads of a stale list ask the network first, until the network has answered', async ({ backend, keep, read }) => {
  const { markListsStale } = await loadConfirmed();
  await keep(list, [post('a')]);
  await markListsStale();
  await read(list);
  backend.reply = () => json([post('new')]);
  expect(await read(list)).toBe(text([post('new')]));
  backend.reply = () => json([post('newest')]);
  expect(await read(list)).toBe(text([post('new')]));
});

test('after staleWaitMs, a read returns the stale list; a late answer notifies pages', async ({
  scope,
  backend,
  keep,
  ask,
  timeouts,
}) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  using _ = { [Symbol.dispose]: () => vi.useRealTimers() };
  const { promise: later, resolve: answer } = Promise.withResolvers<Reply>();
  backend.reply = () => later;
  await keep(list, [post('a')]);
  await (await loadConfirmed()).markListsStale();
  const { body, settled } = ask(list);
  let shown: string | undefined;
  void body.then((given) => {
    shown = given;
  });
  while (vi.getTimerCount() === 0 || backend.received.length === 0) await nextTurn();
  vi.advanceTimersByTime(timeouts.staleWaitMs - 1);
  await nextTurn();
  expect(shown).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(await body).toBe(text([post('a')]));
  expect(scope.changes()).toEqual([]);
  answer(json([post('new'), post('a')]));
  await settled();
  expect(scope.changes()).toEqual([backend.origin + list]);
});

test('the worker returns a cached post of a stale list at once', async ({ backend, keep, ask, timeouts }) => {
  backend.reply = () => 'hang';
  const whole = { ...post('a'), content: 'All of it.' };
  await keep(list, [whole]);
  await (await loadConfirmed()).markListsStale();
  using _ = replace(timeouts, { staleWaitMs: 60 * 60 * 1_000 });
  expect(await ask('/blog/posts/a').body).toBe(text(whole));
});

test('after a restore, a lower version from the backend replaces the cached edit', async ({ backend, keep, read }) => {
  backend.reply = () => json({ ...post('a', 'restored'), version: 2 });
  const { storeEditedPost } = await loadConfirmed();
  await keep('/blog/posts/a', { ...post('a'), version: 1 });
  await storeEditedPost({ ...v.parse(postSchema, post('a', 'edited')), version: 3 });
  await read('/blog/posts/a');
  expect(JSON.parse(await read('/blog/posts/a'))).toMatchObject({ title: 'restored', version: 2 });
});

test('a list is stale if a publish was confirmed between call and answer', async ({ backend, ask, read, stored }) => {
  const { promise: later, resolve: answer } = Promise.withResolvers<Reply>();
  backend.reply = () => later;
  const { settled } = ask(list);
  while (backend.received.length === 0) await nextTurn();
  await (await loadConfirmed()).markListsStale();
  answer(json([post('a'), post('b')]));
  await settled();
  expect(await stored.lists()).toHaveLength(1);
  backend.reply = () => json([post('new')]);
  expect(await read(list)).toBe(text([post('new')]));
});

test('removeDeletedPosts and markListsStale resolve without Cache Storage', async () => {
  await using _ = await openForeignBackend(() => 'drop');
  const { removeDeletedPosts, markListsStale } = await loadConfirmed();
  expect('caches' in globalThis).toBe(false);
  await removeDeletedPosts(['a']);
  await markListsStale();
});

test('if the database fails, removeDeletedPosts and markListsStale log and resolve', async ({ keep }) => {
  using errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { removeDeletedPosts, markListsStale } = await loadConfirmed();
  await keep(list, [post('a')]);
  using faults = openRecordFaults();
  faults.failureOf = () => 'UnknownError';
  await removeDeletedPosts(['a']);
  await markListsStale();
  expect(errors).toHaveBeenCalled();
});
