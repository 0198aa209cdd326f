import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { deleteAccount } from '../../src/server/accounts/delete-account.ts';
import { removeUnnamedImages, unnamedLifetime } from '../../src/server/images/remove-images.ts';
import { deleteAnyPost } from '../../src/server/posts/delete-posts.ts';
import { read, type TestBackend } from './support/backend.ts';
import { command } from './support/command.ts';
import { type MadeImage, makeImage, upload } from './support/images.ts';
import { stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

/** Backdates `unnamed_since` of all images that no post names. */
async function age({ db }: TestBackend, by = unnamedLifetime + 60_000): Promise<void> {
  const unnamed_since = new Date(Date.now() - by).toISOString();
  await db.updateTable('images').set({ unnamed_since }).where('unnamed_since', 'is not', null).execute();
}

const addressOf = ({ name }: MadeImage) => callPaths.image(name);

/** Returns for each image whether the backend serves it. */
async function servedOf(backend: TestBackend, ...images: MadeImage[]): Promise<boolean[]> {
  const answers = await Promise.all(images.map((image) => backend.request(addressOf(image))));
  for (const { status } of answers) expect([200, 404]).toContain(status);
  return answers.map(({ status }) => status === 200);
}

async function filesIn({ db }: TestBackend): Promise<number> {
  return (await db.selectFrom('image_files').select('variant').execute()).length;
}

test('an image that no post names is removed a week after its last upload', async ({ backend, author }) => {
  const [image, again] = [await makeImage({ seed: 1 }), await makeImage({ seed: 2 })];
  for (const each of [image, again]) await upload(backend, author, each);
  await backend.request(`${addressOf(image)}?width=240`);
  await age(backend, unnamedLifetime - 60_000);
  expect(await removeUnnamedImages(backend.store)).toBe(0);
  await age(backend);
  expect((await upload(backend, author, again)).status).toBe(204);
  expect(await removeUnnamedImages(backend.store)).toBe(1);
  expect([await servedOf(backend, image, again), await filesIn(backend)]).toEqual([[false, true], 1]);
  expect((await upload(backend, author, image)).status).toBe(201);
});

test('an image stays as long as any version of a post names it', async ({ backend, author }) => {
  const images = await Promise.all([1, 2, 3].map((seed) => makeImage({ seed })));
  for (const each of images) await upload(backend, author, each);
  const [first, second, third] = images.map(addressOf);
  const post = await read(await backend.publish(author, { imgUrl: first ?? '', content: `![](${second})` }));
  await backend.edit(author, post, { imgUrl: '', content: `![](https://blog.example${third} "title")` });
  await age(backend);
  expect(await removeUnnamedImages(backend.store)).toBe(0);
  await backend.remove(author, post._id);
  expect(await removeUnnamedImages(backend.store)).toBe(0);
  expect(await servedOf(backend, ...images)).toEqual([true, true, true]);
  await age(backend);
  expect([await removeUnnamedImages(backend.store), await filesIn(backend)]).toEqual([3, 0]);
});

test('an image that a post names stays, even if it is marked as unnamed', async ({ backend, author }) => {
  const image = await makeImage();
  await backend.publish(author, { imgUrl: addressOf(image) });
  await upload(backend, author, image);
  await age(backend);
  // Simulates a race in which neither the upload nor the post saw the other.
  const unnamed_since = new Date(0).toISOString();
  await backend.db.updateTable('images').set({ unnamed_since }).execute();
  expect(await removeUnnamedImages(backend.store)).toBe(0);
  expect(await backend.db.selectFrom('images').select('unnamed_since').execute()).toEqual([{ unnamed_since: null }]);
});

test('deleting a post removes its images, except those that another post names', async ({ backend, author, bob }) => {
  const [alone, shared] = [await makeImage({ seed: 1 }), await makeImage({ seed: 2 })];
  for (const each of [author, bob]) for (const image of [alone, shared]) await upload(backend, each, image);
  const content = `![](${addressOf(alone)}) ![](${addressOf(shared)})`;
  const { _id } = await read(await backend.publish(author, { content }));
  const other = await read(await backend.publish(bob, { imgUrl: addressOf(shared) }));
  expect(await deleteAnyPost(backend.store, _id, 'go at once')).toBe(true);
  expect(await servedOf(backend, alone, shared)).toEqual([false, true]);
  expect(await deleteAnyPost(backend.store, other._id, 'go at once')).toBe(true);
  expect([await servedOf(backend, shared), await filesIn(backend)]).toEqual([[false], 0]);
});

test("a deleted account's images stay only if other users uploaded or use them", async ({ backend, author, bob }) => {
  const images = await Promise.all([1, 2, 3, 4, 5].map((seed) => makeImage({ seed })));
  const [named, unnamed, both, waiting, shared] = images;
  if (!named || !unnamed || !both || !waiting || !shared) throw new Error('too few images');
  for (const image of images) await upload(backend, author, image);
  // None of Bob's posts names these two images.
  for (const image of [both, waiting]) await upload(backend, bob, image);
  await backend.publish(author, { content: [named, waiting, shared].map(addressOf).join(' ') });
  await backend.publish(bob, { imgUrl: addressOf(shared) });
  await deleteAccount(backend.store, author.userId);
  expect(await servedOf(backend, ...images)).toEqual([false, false, true, true, true]);
  await age(backend);
  expect([await removeUnnamedImages(backend.store), await filesIn(backend)]).toEqual([2, 1]);
});

test('`post delete` and `user delete` list posts that still name an image', async ({ backend, author: ada, bob }) => {
  const image = await makeImage();
  await upload(backend, ada, image);
  const imgUrl = addressOf(image);
  const [first, second] = [await read(await backend.publish(ada, { imgUrl })), await read(await backend.publish(ada))];
  // Bob's post names the image only in an earlier version, which readers do not see.
  const other = await read(await backend.publish(bob, { imgUrl }));
  await backend.edit(bob, other, { imgUrl: '' });
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL = '' } = backend.testDatabase;
  const run = async (tool: 'post' | 'user', named: string) =>
    (await command(tool, ['delete', named], { DATA_DIR, DATABASE_URL })).said;
  const stays = `Some of its images stay, because other posts use them: ${other._id}`;
  expect(await run('post', second._id)).toBe(`The post ${second._id} is deleted.`);
  expect(await run('post', first._id)).toBe(`The post ${first._id} is deleted. ${stays}`);
  await backend.publish(ada);
  expect(await run('user', 'ada@example.com')).toBe(`ada@example.com is deleted, with 1 posts. ${stays}`);
  expect((await backend.list()).map(({ _id }) => _id)).toEqual([other._id]);
  await run('post', other._id);
  expect(await servedOf(backend, image)).toEqual([false]);
});

test("another user's empty upload does not keep a deleted account's images", async ({ backend, author, bob }) => {
  const [image, again] = [await makeImage({ seed: 1 }), await makeImage({ seed: 2 })];
  for (const each of [image, again]) await upload(backend, author, each);
  await age(backend, unnamedLifetime - 60_000);
  for (const each of [image, again]) await upload(backend, bob, { ...each, bytes: Buffer.alloc(0) });
  await deleteAccount(backend.store, author.userId);
  expect([await servedOf(backend, image, again), await filesIn(backend)]).toEqual([[false, false], 0]);
});

test('an image stays if a user uploads it while its first uploader is deleted', async ({ backend, author, bob }) => {
  const images = await Promise.all([1, 2, 3].map((seed) => makeImage({ seed })));
  for (const image of images) await upload(backend, author, image);
  await backend.publish(author, { content: images.map(addressOf).join(' ') });
  const deleting = deleteAccount(backend.store, author.userId);
  const answers = await Promise.all(images.map((image) => upload(backend, bob, image)));
  await deleting;
  for (const { status } of answers) expect([201, 204]).toContain(status);
  expect(await servedOf(backend, ...images)).toEqual([true, true, true]);
});

test('an image survives concurrent publishing and deletion of posts that name it', async ({ backend, author }) => {
  const image = await makeImage();
  await upload(backend, author, image);
  const publish = async () => read(await backend.publish(author, { imgUrl: addressOf(image) }));
  let posts = await Promise.all(Array.from({ length: 4 }, publish));
  for (let round = 0; round < 5; round++) {
    const deleting = posts.map(({ _id }) => deleteAnyPost(backend.store, _id));
    [posts] = await Promise.all([Promise.all(Array.from({ length: 4 }, publish)), Promise.all(deleting)]);
    await age(backend);
    expect(await removeUnnamedImages(backend.store)).toBe(0);
  }
  await Promise.all(posts.map(({ _id }) => deleteAnyPost(backend.store, _id)));
  await age(backend);
  expect(await removeUnnamedImages(backend.store)).toBe(1);
  expect(await servedOf(backend, image)).toEqual([false]);
});

test('images uploaded again during two concurrent removals stay stored', async ({ backend, author }) => {
  const images = await Promise.all(
    Array.from({ length: 30 }, (_, seed) => makeImage({ width: 32, height: 24, seed: seed + 1 })),
  );
  for (const image of images) await upload(backend, author, image);
  await age(backend);
  const uploading = images.map(async (image, index) => {
    await wait(index);
    return (await upload(backend, author, image)).status;
  });
  await using other = await backend.another();
  const removing = [removeUnnamedImages(backend.store), removeUnnamedImages(backend.store)];
  const statuses = await Promise.all([...uploading, ...removing]);
  for (const status of statuses.slice(0, images.length)) expect([201, 204]).toContain(status);
  expect(await servedOf(other, ...images)).not.toContain(false);
  expect(await backend.db.selectFrom('images').select('name').execute()).toHaveLength(images.length);
});

test('a post that names thousands of images can be published, edited and deleted', async ({ backend, author }) => {
  const names = Array.from({ length: 10_000 }, (_, index) => `/images/${`${index}`.padStart(64, 'a')}-1x1.png`);
  const post = await read(await backend.publish(author, { content: names.slice(1).join('\n') }));
  expect((await backend.edit(author, post, { content: names.join('\n') })).status).toBe(200);
  const noted = backend.db.selectFrom('post_images').select('image');
  expect(await noted.execute()).toHaveLength(names.length);
  expect(await deleteAnyPost(backend.store, post._id, 'go at once')).toBe(true);
  expect(await noted.execute()).toEqual([]);
});
