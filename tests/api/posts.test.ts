import { expect } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { expectRefusal, read } from './support/backend.ts';
import { backends } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('publish, list and read return a post exactly as it was written', async ({ backend }) => {
  const author = await backend.register('Ada@example.com');
  const written = {
    title: ' A “title” <b>\n',
    imgUrl: 'https://example.com/ü.png',
    content: 'One.\r\n\r\nTwo\t👩‍🚀\u2028',
  };
  const response = await backend.publish(author, written);
  expect(response.status).toBe(201);
  const post = await read(response);
  expect(response.headers.get('Location')).toBe(callPaths.post(post._id));
  expect(post).toEqual({
    ...written,
    _id: expect.stringMatching(uuidV7),
    summary: 'One. Two 👩‍🚀',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    author: { id: author.userId, email: 'Ada@example.com' },
    version: 1,
    etag: expect.stringMatching(/^"1-[0-9a-f]{20}"$/),
  });
  expect(Date.now() - Date.parse(post.createdAt)).toBeLessThan(600_000);
  expect(await backend.list()).toEqual([post]);
  expect(await backend.list(callPaths.userPosts(author.userId))).toEqual([post]);
  expect(await read(await backend.request(callPaths.post(post._id)))).toEqual(post);
});

test('a refused post or edit names the field that is wrong', async ({ backend, author }) => {
  const post = { title: '', imgUrl: '', content: '' };
  const published = await read(await backend.publish(author, post));
  const edit = { ...author.bearer, 'If-Match': published.etag };
  const refused: [unknown, string][] = [
    [{ ...post, title: 't'.repeat(limits.title + 1) }, 'title'],
    [{ ...post, content: 'NUL \0' }, 'content'],
    [{ title: '', content: '' }, 'imgUrl'],
  ];
  for (const [body, field] of refused) {
    await expectRefusal(await backend.send('POST', callPaths.posts, body, author.bearer), 422, 'invalid_field', field);
    const edited = await backend.send('PUT', callPaths.post(published._id), body, edit);
    await expectRefusal(edited, 422, 'invalid_field', field);
  }
  expect(await backend.list()).toEqual([published]);
});

test('a deleted post is in no list, and every call for it gets 404', async ({ backend, author, post }) => {
  const deleted = await backend.remove(author, post._id);
  expect([deleted.status, await deleted.text()]).toEqual([204, '']);
  await expectRefusal(await backend.remove(author, post._id), 404, 'post_not_found');
  await expectRefusal(await backend.edit(author, post, { title: 'x' }), 404, 'post_not_found');
  await expectRefusal(await backend.request(callPaths.post(post._id)), 404, 'post_not_found');
  expect(await backend.list()).toEqual([]);
  expect(await backend.list(callPaths.userPosts(author.userId))).toEqual([]);
});

test('reads, edits and deletes of an invalid id get post_not_found', async ({ backend, author, post }) => {
  for (const _id of [author.userId, 'none', "' or 1=1 --", '%', '☃', '../me', 'x'.repeat(5_000)]) {
    await expectRefusal(await backend.request(callPaths.post(_id)), 404, 'post_not_found');
    await expectRefusal(await backend.edit(author, { ...post, _id }, { title: 'x' }), 404, 'post_not_found');
    await expectRefusal(await backend.remove(author, _id), 404, 'post_not_found');
  }
  await expectRefusal(await backend.request('/blog/posts/%00'), 404, 'post_not_found');
  await expectRefusal(await backend.request('/blog/posts/%ff'), 404, 'post_not_found');
});
