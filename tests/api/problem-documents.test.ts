import { once } from 'node:events';
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { expectRefusal, problemOf } from './support/backend.ts';
import { serveHere } from './support/serve-here.ts';
import { backends, sqlite } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

const json = { 'Content-Type': 'application/json' };

test('a body that is not JSON is refused', async ({ backend }) => {
  for (const body of ['', '{', '{"email":}', 'undefined', '\ufeff\ufeff{}']) {
    const response = await backend.request(callPaths.login, { method: 'POST', headers: json, body });
    await expectRefusal(response, 400, 'malformed_json');
  }
  const notUtf8 = new Uint8Array([0x22, 0xff, 0x22]);
  const response = await backend.request(callPaths.login, { method: 'POST', headers: json, body: notUtf8 });
  await expectRefusal(response, 400, 'malformed_json');
});

test('JSON of a wrong shape is refused, however deeply nested', async ({ backend }) => {
  const deep = '['.repeat(8_000) + ']'.repeat(8_000);
  for (const body of ['1', '"text"', 'true', '{"__proto__":{"email":"a"}}', deep]) {
    const response = await backend.request(callPaths.login, { method: 'POST', headers: json, body });
    expect(response.status).toBe(422);
    expect((await problemOf(response)).code).toBe('invalid_field');
  }
  const author = await backend.register();
  const deeper = '['.repeat(500_000) + ']'.repeat(500_000);
  await expectRefusal(await backend.send('POST', callPaths.posts, deeper, author.bearer), 422, 'invalid_field');
});

test('a body without a JSON content type is refused', async ({ backend }) => {
  const body = '{"email":"a@b.cd","password":"x"}';
  const send = (type: string) => backend.send('POST', callPaths.login, body, { 'Content-Type': type });
  for (const type of ['text/plain', 'application/json5', 'multipart/form-data; boundary=x'])
    await expectRefusal(await send(type), 415, 'unsupported_media_type');
  await expectRefusal(await send('Application/JSON; charset=UTF-8'), 401, 'wrong_credentials');
});

test('an unsupported method is refused with the list of supported ones', async ({ backend }) => {
  const offered = {
    [callPaths.register]: 'POST, OPTIONS',
    [callPaths.login]: 'POST, OPTIONS',
    [callPaths.profile]: 'GET, HEAD, OPTIONS',
    [callPaths.posts]: 'GET, HEAD, POST, OPTIONS',
    [callPaths.importPost]: 'POST, OPTIONS',
    [callPaths.post('x')]: 'GET, HEAD, PUT, DELETE, OPTIONS',
    [callPaths.versions('x')]: 'GET, HEAD, OPTIONS',
    [callPaths.version('x', 1)]: 'GET, HEAD, OPTIONS',
    [callPaths.userPosts('x')]: 'GET, HEAD, OPTIONS',
    '/healthz': 'GET, HEAD, OPTIONS',
  };
  for (const [path, allowed] of Object.entries(offered)) {
    const refused = await backend.request(path, { method: 'PATCH' });
    expect(refused.headers.get('Allow')).toBe(allowed);
    await expectRefusal(refused, 405, 'method_not_allowed');
    const options = await backend.request(path, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('Allow')]).toEqual([204, allowed]);
  }
});

test('an unknown path of the backend is refused, whatever the method', async ({ backend }) => {
  const nowhere = ['/auth', '/auth/me/', '/auth/sessions/a/b', '/blog/posts/', '/blog/users/a', '/healthz/x'];
  for (const path of nowhere) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      await expectRefusal(await backend.request(path, { method }), 404, 'path_not_found');
    }
  }
});

it('a body whose Content-Length is over the limit is refused unread', async () => {
  await using server = await serveHere();
  const sending = request(server.origin + callPaths.login, {
    method: 'POST',
    headers: { ...json, 'Content-Length': limits.requestBody + 1 },
  });
  sending.flushHeaders();
  const [response] = await once(sending, 'response');
  expect(response.statusCode).toBe(413);
  sending.destroy();
});

it('a chunked body is refused as soon as it exceeds the limit', async () => {
  await using server = await serveHere();
  const sending = request(server.origin + callPaths.login, { method: 'POST', headers: json });
  // The server stops reading, so later writes may fail on the closed connection.
  sending.on('error', () => sending.destroy());
  const answered = once(sending, 'response');
  for (let sent = 0; sent <= limits.requestBody; sent += 65_536) sending.write('x'.repeat(65_536));
  const [response] = await answered;
  expect(response.statusCode).toBe(413);
  expect(response.headers['content-type']).toBe('application/problem+json');
  sending.destroy();
});

test('a body exactly at the limit is accepted', { on: sqlite }, async ({ backend }) => {
  const start = '{"email":"a@b.cd","password":"';
  const body = `${start}${'x'.repeat(limits.requestBody - start.length - 2)}"}`;
  const response = await backend.request(callPaths.login, { method: 'POST', headers: json, body });
  await expectRefusal(response, 401, 'wrong_credentials');
});
