import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { read } from './support/backend.ts';
import { backends } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

test('lists and posts have an ETag; a request whose If-None-Match names it gets 304', async ({ backend, author }) => {
  const { _id } = await read(await backend.publish(author));
  const lists = [callPaths.posts, callPaths.userPosts(author.userId), callPaths.found('q', 'words')];
  for (const path of [...lists, callPaths.post(_id)]) {
    const fresh = await backend.request(path);
    const etag = fresh.headers.get('ETag') ?? '';
    expect(etag).toMatch(path.startsWith(`${callPaths.posts}/`) ? /^"[\w-]+"$/ : /^W\/"[\w-]+"$/);
    expect(fresh.headers.get('Cache-Control')).toBe('public, no-cache');
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await backend.request(path, { headers: { 'If-None-Match': known } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect(again.headers.get('ETag')).toBe(etag);
      expect(again.headers.get('Cache-Control')).toBe('public, no-cache');
    }
    expect((await backend.request(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  }
});

test('the ETag of a list changes whenever a post is published or deleted', async ({ backend, author }) => {
  const tag = async () => (await backend.request(callPaths.posts)).headers.get('ETag') ?? '';
  const empty = await tag();
  const { _id } = await read(await backend.publish(author));
  const one = await tag();
  await backend.publish(author);
  const two = await tag();
  await backend.remove(author, _id);
  const other = await tag();
  expect(new Set([empty, one, two, other]).size).toBe(4);
  expect((await backend.request(callPaths.posts, { headers: { 'If-None-Match': two } })).status).toBe(200);
});

test('the ETag of a list page changes even if only its next link disappears', async ({ backend, author }) => {
  const [oldest] = await backend.publishMany(author, 21);
  const withLink = await backend.request(callPaths.posts);
  expect(withLink.headers.get('Link')).not.toBeNull();
  await backend.remove(author, oldest?._id ?? '');
  const known = { 'If-None-Match': withLink.headers.get('ETag') ?? '' };
  const without = await backend.request(callPaths.posts, { headers: known });
  expect([without.status, without.headers.get('Link')]).toEqual([200, null]);
});

test('compressing a long list as Accept-Encoding allows does not change its ETag', async ({ backend, author }) => {
  const get = (accepted: string) => backend.request(callPaths.posts, { headers: { 'Accept-Encoding': accepted } });
  const small = await get('br, gzip');
  expect([small.headers.get('Content-Encoding'), small.headers.get('Vary')]).toEqual([null, 'Accept-Encoding']);
  await backend.publish(author, { content: 'All work and no play. '.repeat(200) });
  const plain = await get('identity');
  const text = await plain.clone().text();
  const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());
  expect(brotliDecompressSync(await bytes(await encoded(get('gzip, deflate, br'), 'br'))).toString()).toBe(text);
  expect(gunzipSync(await bytes(await encoded(get('gzip;q=1.0, br;q=0'), 'gzip'))).toString()).toBe(text);
  expect(gunzipSync(await bytes(await encoded(get('*;q=0.5, br;q=0'), 'gzip'))).toString()).toBe(text);
  expect((await get('deflate')).headers.get('Content-Encoding')).toBeNull();
  expect((await get('br')).headers.get('ETag')).toBe(plain.headers.get('ETag'));
});

async function encoded(asked: Promise<Response>, encoding: string): Promise<Response> {
  const response = await asked;
  expect(response.headers.get('Content-Encoding')).toBe(encoding);
  expect(response.headers.get('Content-Length')).toBe(String((await response.clone().arrayBuffer()).byteLength));
  return response;
}
