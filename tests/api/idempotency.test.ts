// @module-tag promise

import { expect } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { expectRefusal, read } from './support/backend.ts';
import { backends } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

const key = { 'Idempotency-Key': 'one press of the button' };

test('publishing again with the same idempotency key returns the first post', async ({ backend, author }) => {
  const first = await backend.publish(author, { title: 'Once' }, key);
  const again = await backend.publish(author, { title: 'Once' }, key);
  expect([first.status, again.status]).toEqual([201, 200]);
  const post = await read(first);
  expect(again.headers.get('Location')).toBe(callPaths.post(post._id));
  expect(await read(again)).toEqual(post);
  expect(await backend.list()).toEqual([post]);
});

test('concurrent requests with the same idempotency key create one post', async ({ store, backend: here }) => {
  // Two servers in one process cannot wait for each other's SQLite lock, so only PostgreSQL gets a second server.
  await using there = store.name === 'SQLite' ? here : await here.another();
  const author = await here.register();
  const racing = [here, there, here, there, here, there, here, there];
  const responses = await Promise.all(racing.map((backend) => backend.publish(author, { title: 'Once' }, key)));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
  const ids = new Set((await Promise.all(responses.map((response) => read(response)))).map(({ _id }) => _id));
  expect(ids.size).toBe(1);
  expect(await here.list()).toHaveLength(1);
});

test('an idempotency key that was used for one post is refused for another', async ({ backend, author }) => {
  await backend.publish(author, { title: 'Once' }, key);
  for (const other of [{ title: 'Twice' }, { title: 'Once', imgUrl: '/x' }, { title: 'Once', content: '' }]) {
    await expectRefusal(await backend.publish(author, other, key), 422, 'idempotency_key_reused', 'Idempotency-Key');
  }
  expect(await backend.list()).toHaveLength(1);
});

test('a repeat is recognised if only spacing and order of its JSON differ', async ({ backend, author: { bearer } }) => {
  const send = (body: string) => backend.send('POST', callPaths.posts, body, { ...bearer, ...key });
  const first = await send('{"title":"a","imgUrl":"b","content":"c"}');
  const again = await send('{ "content":"\\u0063", "imgUrl":"b", "title":"a" }');
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(await read(again)).toEqual(await read(first));
});

test('two users with the same idempotency key each create a post', async ({ backend, author: ada, bob }) => {
  expect((await backend.publish(ada, {}, key)).status).toBe(201);
  expect((await backend.publish(bob, {}, key)).status).toBe(201);
  expect((await backend.list()).map(({ author }) => author.email)).toEqual([bob.email, ada.email]);
});

test("a repeat of a deleted post's call returns that post without storing it again", async ({ backend, author }) => {
  const post = await read(await backend.publish(author, {}, key));
  await backend.remove(author, post._id);
  const again = await backend.publish(author, {}, key);
  expect(again.status).toBe(200);
  expect(await read(again)).toEqual(post);
  expect(await backend.list()).toEqual([]);
});

test('a refused post can be corrected and sent with the same idempotency key', async ({ backend, author }) => {
  const tooLong = { title: 't'.repeat(limits.title + 1) };
  await expectRefusal(await backend.publish(author, tooLong, key), 422, 'invalid_field', 'title');
  expect((await backend.publish(author, { title: 'Shorter' }, key)).status).toBe(201);
});

test(`an idempotency key must be 1 to ${limits.idempotencyKey} printable characters`, async ({ backend, author }) => {
  for (const value of ['', 'k'.repeat(limits.idempotencyKey + 1), 'schlüssel', 'a\tb']) {
    const response = await backend.publish(author, {}, { 'Idempotency-Key': value });
    await expectRefusal(response, 422, 'invalid_field', 'Idempotency-Key');
  }
  const longest = { 'Idempotency-Key': '~'.repeat(limits.idempotencyKey) };
  expect((await backend.publish(author, {}, longest)).status).toBe(201);
  expect(await backend.list()).toHaveLength(1);
});
