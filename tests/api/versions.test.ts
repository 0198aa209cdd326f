import { expect } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import type { PostVersion, PostVersionText } from '../../src/contract/posts.ts';
import { expectRefusal, pagesFrom, read, type TestBackend } from './support/backend.ts';
import { backends } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

const get = (backend: TestBackend, path: string, headers: Record<string, string>) => backend.request(path, { headers });

test('the author can read every version of a post, and no cache may store them', async ({ backend, author }) => {
  const posts = await backend.writeVersions(author, 3);
  const [{ _id } = { _id: '' }] = posts;
  const listed = await get(backend, callPaths.versions(_id), author.bearer);
  expect([listed.status, listed.headers.get('ETag')]).toEqual([200, null]);
  expect(listed.headers.get('Cache-Control')).toBe('private, no-store');
  const known = posts.map(({ version, title, createdAt, updatedAt }) => ({
    version,
    title,
    createdAt: updatedAt ?? createdAt,
  }));
  expect(await read<PostVersion[]>(listed)).toEqual(known.toReversed());
  for (const { version, title, createdAt } of known) {
    const response = await get(backend, callPaths.version(_id, version), author.bearer);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    const text = await read<PostVersionText>(response);
    expect(text).toEqual({ version, title, createdAt, imgUrl: '', content: `Text ${version}` });
  }
});

test('a request for a missing version is refused with version_not_found', async ({ backend, author }) => {
  const [post] = await backend.writeVersions(author, 2);
  const id = post?._id ?? '';
  for (const none of ['0', '3', '-1', '1.0', '01', '9'.repeat(400), 'latest', '%']) {
    const path = `${callPaths.versions(id)}/${none}`;
    await expectRefusal(await get(backend, path, author.bearer), 404, 'version_not_found');
  }
  for (const other of [author.userId, 'none']) {
    await expectRefusal(await get(backend, callPaths.versions(other), author.bearer), 404, 'post_not_found');
    await expectRefusal(await get(backend, callPaths.version(other, 1), author.bearer), 404, 'post_not_found');
  }
});

test("a post's many versions are listed page by page", async ({ backend, author, post }) => {
  const count = 2 * limits.versions + 1;
  const { _id: post_id, createdAt: created_at, title, imgUrl: img_url, content } = post;
  const text = { post_id, created_at, title, img_url, content };
  const earlier = Array.from({ length: count - 1 }, (_, index) => ({ ...text, version: index + 1 }));
  await backend.db.insertInto('post_versions').values(earlier).execute();
  await backend.db.updateTable('posts').set({ version: count, updated_at: created_at }).execute();
  const seen: number[][] = [];
  for await (const response of pagesFrom(backend, callPaths.versions(post._id), author.bearer))
    seen.push((await read<PostVersion[]>(response)).map(({ version }) => version));
  expect(seen.map(({ length }) => length)).toEqual([limits.versions, limits.versions, 1]);
  expect(seen.flat()).toEqual(Array.from({ length: count }, (_, index) => count - index));
  for (const after of ['0', 'x', '', post._id]) {
    const response = await get(backend, `${callPaths.versions(post._id)}?after=${after}`, author.bearer);
    await expectRefusal(response, 422, 'invalid_cursor', 'after');
  }
});
