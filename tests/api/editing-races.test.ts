import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import type { PostVersion } from '../../src/contract/posts.ts';
import { suspend } from '../../src/server/accounts/moderation.ts';
import { deletePost } from '../../src/server/posts/delete-posts.ts';
import { read } from './support/backend.ts';
import { stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';
import type { TwoStores } from './support/two-stores.ts';

const test = testOn(stores);

const noLimits = { posts: 0, bytes: 0 };
const rounds = 12;
/** In milliseconds: a write that waits for no other transaction takes less. */
const longEnough = 300;

/** Publishes a post. Returns it with `edit`, and with `stored`, which reads all stored posts and earlier versions. */
async function publishIn(two: TwoStores) {
  const { post } = await two.publish();
  const { db } = two.store;
  const edit = (title: string, version?: number, key?: string) => two.edit(post._id, title, version, key);
  const stored = async () => ({
    posts: await db.selectFrom('posts').select(['title', 'version']).execute(),
    versions: await db.selectFrom('post_versions').select(['title', 'version']).orderBy('version').execute(),
  });
  return { post, edit, stored };
}

const outcomeOf = (work: Promise<unknown>) => work.then(() => 'done').catch(({ code }: { code: unknown }) => code);

test('of four concurrent edits on two servers, one is stored and three get 412', {
  extras: { postingLimits: noLimits },
}, async ({ backend: here, other: there, author }) => {
  let post = await read(await here.publish(author));
  for (let round = 1; round <= rounds; round++) {
    const racing = [here, there, here, there].map((backend, index) =>
      backend.edit(author, post, { title: `${round} by ${index}` }),
    );
    const responses = await Promise.all(racing);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412]);
    const winner = responses.find(({ status }) => status === 200);
    if (!winner) throw new Error('nobody won');
    post = await read(winner);
    expect(post.version).toBe(round + 1);
    for (const backend of [here, there]) {
      expect(await read(await backend.request(callPaths.post(post._id)))).toEqual(post);
      expect(await backend.list()).toEqual([post]);
    }
  }
  const versions = await here.request(callPaths.versions(post._id), { headers: author.bearer });
  const numbers = (await read<PostVersion[]>(versions)).map(({ version }) => version);
  expect(numbers).toEqual(Array.from({ length: rounds + 1 }, (_, index) => rounds + 1 - index));
});

test('an edit repeated concurrently on two servers creates only one version', {
  extras: { postingLimits: noLimits },
}, async ({ backend: here, other: there, author }) => {
  let post = await read(await here.publish(author));
  for (let round = 1; round <= rounds; round++) {
    const key = { 'Idempotency-Key': `press ${round}` };
    const responses = await Promise.all(
      [here, there, here, there].map((backend) => backend.edit(author, post, { title: `${round}` }, key)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [first, ...others] = await Promise.all(responses.map((response) => read(response)));
    if (!first) throw new Error('no answer');
    for (const other of others) expect(other).toEqual(first);
    post = first;
    expect(post.version).toBe(round + 1);
  }
});

test('an edit sent while its post is being deleted fails with post_not_found', async ({ two }) => {
  const { edit, stored } = await publishIn(two);
  let editing: Promise<unknown> | undefined;
  await two.other.db.transaction().execute(async (work) => {
    await work.deleteFrom('posts').execute();
    editing = outcomeOf(edit('Too late'));
    await wait(longEnough);
  });
  expect(await editing).toBe('post_not_found');
  expect(await stored()).toEqual({ posts: [], versions: [] });
});

test("deleting a post during an edit also deletes the edit's version", async ({ two }) => {
  const { other, store, user } = two;
  const { post, edit, stored } = await publishIn(two);
  await edit('Second');
  let deleting: Promise<unknown> | undefined;
  await other.db.transaction().execute(async (work) => {
    const replaced = { post_id: post._id, version: 2, created_at: '', title: 'Second', img_url: '', content: '' };
    await work.insertInto('post_versions').values(replaced).execute();
    await work.updateTable('posts').set({ title: 'Third', version: 3 }).execute();
    deleting = outcomeOf(deletePost(store, user, post._id));
    await wait(longEnough);
  });
  expect(await deleting).toBe('done');
  expect(await stored()).toEqual({ posts: [], versions: [] });
});

for (const what of ['edit', 'post'])
  test(`after an account is suspended, no ${what} of its author is stored`, async ({ two }) => {
    const { other, store, user, publish } = two;
    const { edit, stored } = await publishIn(two);
    const write = (key?: string) =>
      what === 'post' ? publish({}, key) : edit(key ? 'Just in time' : 'Later', key ? 1 : 2, key);
    let writing: Promise<unknown> | undefined;
    let suspending: Promise<unknown> | undefined;
    const ownKey = { user_id: user.id, key: 'key', body_hash: '', post_id: '', created_at: '' };
    await other.db
      .transaction()
      .execute(async (work) => {
        await work.insertInto('idempotency_keys').values(ownKey).execute();
        // The server sees that the author may write, and then waits for the transaction that has inserted the same key.
        writing = outcomeOf(write('key'));
        await wait(longEnough);
        suspending = suspend(store, user.id).then(stored);
        await wait(longEnough);
        throw new Error('the key is free after all');
      })
      .catch(() => undefined);
    const thenStored = await suspending;
    await writing;
    expect(await stored()).toEqual(thenStored);
    expect(await outcomeOf(write())).toBe('account_suspended');
  });
