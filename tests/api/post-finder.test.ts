import { expect, test } from 'vitest';
import { register } from '../../src/server/accounts/register-and-log-in.ts';
import { deletePost } from '../../src/server/posts/delete-posts.ts';
import { postFinder } from '../../src/server/posts/post-finder.ts';
import { publish } from '../../src/server/posts/publish-post.ts';
import { createLog } from '../../src/server/process/log.ts';
import { migrate } from '../../src/server/store/migrations.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import { indexHere } from './support/index-here.ts';
import { type StoreKind, stores } from './support/stores.ts';

/** A server with an account, and another server on the same database. */
async function openTwo(kind: StoreKind) {
  await using owned = new AsyncDisposableStack();
  const testDatabase = owned.use(await kind.open());
  const store = owned.use(openStore(testDatabase, createLog('silent')));
  const other = owned.use(openStore(testDatabase, createLog('silent')));
  await migrate(store);
  const author = { name: 'Ada', email: 'ada@example.com' };
  const { userId: id } = await register(store, { ...author, password: 'correct horse' }, 'open', undefined);
  const user = { id, ...author };
  const publishOne = async (title: string) => {
    const { post } = await publish(
      store,
      { posts: 0, bytes: 0 },
      user,
      { title, imgUrl: '', content: 'ab' },
      title,
      indexHere,
    );
    return post._id;
  };
  const opened = owned.move();
  return { store, other, user, publishOne, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const missing = '01900000-0000-7000-8000-000000000000';

for (const kind of stores) {
  test(`${kind.name}: each of many concurrent requests gets its own post, or that there is none`, async () => {
    await using two = await openTwo(kind);
    const ids: string[] = [];
    while (ids.length < 120) ids.push(await two.publishOne(`Post ${ids.length}`));
    const find = postFinder(two.store);
    const asked = [...ids, ...ids, missing, 'no id'];
    const found = await Promise.allSettled(asked.map(find));
    expect(found.map((one) => (one.status === 'fulfilled' ? one.value.id : one.reason.code))).toEqual([
      ...ids,
      ...ids,
      'post_not_found',
      'post_not_found',
    ]);
    expect(found[0]).toMatchObject({ value: { size: 2 } });
  });

  test(`${kind.name}: a post that was found is gone at once when it is deleted, by any server`, async () => {
    await using two = await openTwo(kind);
    const [first, second] = [await two.publishOne('First'), await two.publishOne('Second')];
    const find = postFinder(two.store);
    expect(await find(first)).toEqual(await find(first));
    await deletePost(two.store, two.user, first);
    await expect(find(first)).rejects.toThrow('post_not_found');
    expect((await find(second)).id).toBe(second);
    await deletePost(two.other, two.user, second);
    await expect(find(second)).rejects.toThrow('post_not_found');
  });

  test(`${kind.name}: a post that was not there is found once it is published`, async () => {
    await using two = await openTwo(kind);
    const find = postFinder(two.other);
    await expect(find(missing)).rejects.toThrow('post_not_found');
    const id = await two.publishOne('A post');
    expect((await find(id)).id).toBe(id);
  });
}
