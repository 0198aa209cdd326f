import { expect } from 'vitest';
import { deletePost } from '../../src/server/posts/delete-posts.ts';
import { postFinder } from '../../src/server/posts/post-finder.ts';
import { stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

const missing = '01900000-0000-7000-8000-000000000000';

test('postFinder answers each concurrent call with its post, or post_not_found', async ({ two }) => {
  const ids: string[] = [];
  while (ids.length < 120) ids.push((await two.publish({ content: 'ab' })).post._id);
  const find = postFinder(two.store);
  const found = await Promise.allSettled([...ids, ...ids, missing, 'no id'].map(find));
  const answers = found.map((one) => (one.status === 'fulfilled' ? one.value.id : one.reason.code));
  expect(answers).toEqual([...ids, ...ids, 'post_not_found', 'post_not_found']);
  expect(found[0]).toMatchObject({ value: { size: 2 } });
});

test('a deleted post is no longer found, whichever server deleted it', async ({ two }) => {
  const [first, second] = [(await two.publish()).post._id, (await two.publish()).post._id];
  const find = postFinder(two.store);
  expect(await find(first)).toEqual(await find(first));
  await deletePost(two.store, two.user, first);
  await expect(find(first)).rejects.toThrow('post_not_found');
  expect((await find(second)).id).toBe(second);
  await deletePost(two.other, two.user, second);
  await expect(find(second)).rejects.toThrow('post_not_found');
});

test('a missing post is found as soon as it is published', async ({ two }) => {
  const find = postFinder(two.other);
  await expect(find(missing)).rejects.toThrow('post_not_found');
  const id = (await two.publish()).post._id;
  expect((await find(id)).id).toBe(id);
});
