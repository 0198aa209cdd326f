import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import type { PostingLimits } from '../../src/server/posts/posting-limits.ts';
import { expectRefusal, read } from './support/backend.ts';
import { stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const few: PostingLimits = { posts: 3, bytes: 1_000 };

const test = testOn(stores, { postingLimits: few });

test("an author's posts per hour are limited across servers", async ({ backend: one, other, author: ada, bob }) => {
  const answers = [];
  for (const backend of [one, other, one, other]) answers.push(await backend.publish(ada));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
  const [refused] = answers.slice(-1);
  expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(3_500);
  if (refused) await expectRefusal(refused, 429, 'posting_limit_reached');
  expect((await other.publish(bob)).status).toBe(201);
  expect(await one.list(callPaths.userPosts(ada.userId))).toHaveLength(3);
});

test('concurrent posts are limited like posts sent one after the other', async ({ backend, author }) => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => backend.publish(author)));
  const stored = answers.filter(({ status }) => status === 201);
  expect([stored.length, new Set(answers.map(({ status }) => status))]).toEqual([3, new Set([201, 429])]);
  expect(await backend.list()).toHaveLength(3);
});

test('edits and posts share one limit; repeats and refusals do not count towards it', async ({
  backend: one,
  other,
  author,
}) => {
  const post = await read(await one.publish(author));
  const key = { 'Idempotency-Key': 'one press' };
  const second = await read(await other.edit(author, post, { title: 'Second' }, key));
  await one.edit(author, post, { title: 'Second' }, key);
  await one.edit(author, second, {});
  await expectRefusal(await one.edit(author, post, { title: 'Old' }), 412, 'version_mismatch');
  const third = await read(await one.edit(author, second, { title: 'Third' }));
  const refused = await other.edit(author, third, { title: 'Fourth' });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_500);
  await expectRefusal(refused, 429, 'posting_limit_reached');
  expect((await other.publish(author)).status).toBe(429);
  expect(await read(await other.edit(author, post, { title: 'Second' }, key))).toEqual(second);
  expect(await one.list()).toEqual([third]);
});

test("an author's bytes per hour are limited, counted in UTF-8", {
  extras: { postingLimits: { posts: 0, bytes: 1_000 } },
}, async ({ backend, author }) => {
  const publish = (content: string) => backend.publish(author, { title: '', content });
  expect((await publish('漢'.repeat(300))).status).toBe(201);
  await expectRefusal(await publish('a'.repeat(101)), 429, 'posting_limit_reached');
  expect((await publish('a'.repeat(100))).status).toBe(201);
  await expectRefusal(await publish(''), 429, 'posting_limit_reached');
});

test('an invalid post does not count towards the limit; repeats work at the limit', async ({ backend, author }) => {
  const key = { 'Idempotency-Key': 'one press' };
  await expectRefusal(await backend.publish(author, { title: 't'.repeat(301) }), 422, 'invalid_field', 'title');
  const first = await read(await backend.publish(author, {}, key));
  await backend.publish(author, {}, key);
  for (const status of [201, 201, 429]) expect((await backend.publish(author)).status).toBe(status);
  const again = await backend.publish(author, {}, key);
  expect([again.status, await read(again)]).toEqual([200, first]);
});

test('bytes of refused and repeated large posts are limited across servers', {
  extras: { postingLimits: { posts: 0, bytes: 200_000 } },
}, async ({ backend: one, other, author: ada, bob }) => {
  const key = { 'Idempotency-Key': 'one press' };
  const content = 'a'.repeat(100_000);
  const { _id } = await read(await one.publish(ada, { content }, key));
  for (let number = 0; number < 40; number++) {
    await expectRefusal(await one.publish(ada, { title: 't'.repeat(10_000) }), 422, 'invalid_field', 'title');
  }
  // Neither a repeat nor another post with the same key is stored.
  expect((await one.publish(ada, { content }, key)).status).toBe(200);
  expect((await other.publish(ada, { content: content.slice(1) }, key)).status).toBe(422);
  const refused = await one.publish(ada, { content }, key);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_500);
  await expectRefusal(refused, 429, 'posting_limit_reached');
  await expectRefusal(await other.publish(ada, { content: '' }), 429, 'posting_limit_reached');
  expect((await other.publish(bob, { content })).status).toBe(201);
  expect((await one.list(callPaths.userPosts(ada.userId))).map((post) => post._id)).toEqual([_id]);
});

test('refused, repeated and unchanged writes share an hourly limit across servers', {
  extras: { postingLimits: { posts: 2, bytes: 0 } },
}, async ({ backend: one, other, author: ada, bob }) => {
  const key = { 'Idempotency-Key': 'one press' };
  const post = await read(await one.publish(ada, {}, key));
  const remove = (id: string) => one.remove(ada, id);
  const wasting = [
    () => one.publish(ada, {}, key),
    () => other.publish(ada, { title: 't'.repeat(301) }),
    () => one.edit(ada, post, {}),
    () => other.edit(ada, { ...post, etag: '"7-x"' }, {}),
    () => one.edit(ada, { ...post, _id: ada.userId }, {}),
    () => one.send('POST', callPaths.posts, '{', ada.bearer),
    () => one.send('POST', callPaths.posts, '{}', { ...ada.bearer, 'Content-Type': 'text/plain' }),
    () => one.send('POST', callPaths.importPost, {}, ada.bearer),
    () => remove(ada.userId),
    () => remove('none'),
  ];
  const statuses = async () => {
    const found: number[] = [];
    for (const waste of wasting) found.push((await waste()).status);
    return found;
  };
  const usual = [200, 422, 200, 412, 404, 400, 415, 422, 404, 404];
  expect([await statuses(), await statuses()]).toEqual([usual, usual]);
  const closed = await other.publish(ada, { title: 'New' });
  expect(Number(closed.headers.get('Retry-After'))).toBeGreaterThan(3_500);
  await expectRefusal(closed, 429, 'posting_limit_reached');
  expect(await statuses()).toEqual(wasting.map(() => 429));
  expect((await other.publish(bob)).status).toBe(201);
});

test('after four invalid posts of 5 MB, the next gets 429', { extras: {} }, async ({ backend, author }) => {
  const invalid = { title: '', imgUrl: 'x'.repeat(1_000_000), content: 'y'.repeat(4_000_000) };
  const statuses: number[] = [];
  while (statuses.length < 8 && !statuses.includes(429)) statuses.push((await backend.publish(author, invalid)).status);
  expect(statuses).toEqual([422, 422, 422, 422, 429]);
});

test('with the limits off, no posts are counted or refused', {
  extras: { postingLimits: { posts: 0, bytes: 0 } },
}, async ({ backend }) => {
  await backend.publishMany(await backend.register(), 5);
  expect(await backend.list()).toHaveLength(5);
  const counts = backend.db.selectFrom('rate_limits').selectAll().where('key', 'like', 'post%-account %');
  expect(await counts.execute()).toEqual([]);
});
