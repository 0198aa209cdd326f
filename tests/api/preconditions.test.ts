import { expect } from 'vitest';
import { accountPaths } from '../../src/contract/account-paths.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { documentedCalls, expectRefusal, problemOf, read } from './support/backend.ts';
import { makeImage, upload } from './support/images.ts';
import { backends, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

const stale = { 'If-Match': '"another"' };

test('an edit accepts the ETag of a post read with any content coding', async ({ backend, author }) => {
  const created = await backend.publish(author, { content: 'words '.repeat(1_000) });
  let post = await read(created);
  expect(created.headers.get('ETag')).toBe(post.etag);
  const path = callPaths.post(post._id);
  for (const coding of ['identity', 'br', 'gzip']) {
    const get = (more = {}) => backend.request(path, { headers: { 'Accept-Encoding': coding, ...more } });
    const etag = (await get()).headers.get('ETag') ?? '';
    expect(etag).toBe(coding === 'identity' ? post.etag : post.etag.replace(/"$/, `-${coding}"`));
    for (const known of [etag, `W/${etag}`, post.etag, `"a,b" , ${etag}`]) {
      const again = await get({ 'If-None-Match': known });
      expect([again.status, again.headers.get('ETag')]).toEqual([304, known === post.etag ? known : etag]);
    }
    expect((await get({ 'If-Match': etag })).status).toBe(200);
    const edited = await backend.edit(author, post, { title: coding }, { 'If-Match': etag });
    post = await read(edited);
    expect(edited.headers.get('ETag')).toBe(post.etag);
    const bytes = await (await backend.request(path)).text();
    expect(JSON.parse(bytes)).toEqual(post);
    expect(JSON.stringify(post)).toBe(bytes);
  }
  expect((await backend.list()).map(({ etag }) => etag)).toEqual([post.etag]);
  expect((await backend.list(callPaths.found('author', author.userId))).map(({ etag }) => etag)).toEqual([post.etag]);
});

test('an edit accepts an ETag to which a proxy has added a content coding', async ({ backend, author }) => {
  let post = await read(await backend.publish(author));
  // Caddy and Apache add the coding in this way.
  for (const coding of ['gzip', 'br', 'zstd']) {
    const passedOn = post.etag.replace(/"$/, `-${coding}"`);
    const again = await backend.request(callPaths.post(post._id), { headers: { 'If-None-Match': passedOn } });
    expect([again.status, again.headers.get('ETag')]).toEqual([304, passedOn]);
    const edited = await backend.edit(author, post, { title: coding }, { 'If-Match': passedOn });
    expect([coding, edited.status]).toEqual([coding, 200]);
    post = await read(edited);
  }
  const unknown = { 'If-Match': post.etag.replace(/"$/, '-else"') };
  await expectRefusal(await backend.edit(author, post, { title: 'Else' }, unknown), 412, 'version_mismatch');
});

test('a post is deleted only if its current ETag meets all preconditions', async ({ backend }) => {
  const [author, other] = [await backend.register(), await backend.register('eve@example.com')];
  const post = await read(await backend.publish(author));
  const edited = await read(await backend.edit(author, post, { title: 'Edited' }));
  const remove = (headers: Record<string, string>, by = author, id = post._id) =>
    backend.request(callPaths.post(id), { method: 'DELETE', headers: { ...by.bearer, ...headers } });
  for (const condition of [
    { 'If-Match': post.etag },
    { 'If-Match': `W/${edited.etag}` },
    { 'If-Match': edited.etag.slice(1, -1) },
    { 'If-None-Match': '*' },
    { 'If-None-Match': `W/${edited.etag}` },
    { 'If-Match': edited.etag, 'If-None-Match': edited.etag },
  ])
    expect(await problemOf(await remove(condition))).toMatchObject({ code: 'version_mismatch', version: 2 });
  expect(await backend.list()).toEqual([edited]);
  // The server ignores preconditions of a call that it would refuse without them.
  await expectRefusal(await remove(stale, other), 403, 'not_owner');
  await expectRefusal(await remove({ ...stale, Authorization: 'Bearer none' }), 401, 'not_authenticated');
  await expectRefusal(await remove({ 'If-Match': '*' }, author, author.userId), 404, 'post_not_found');
  expect((await remove({ 'If-Match': `"x", ${edited.etag}`, 'If-None-Match': '"x"' })).status).toBe(204);
  expect(await backend.list()).toEqual([]);
});

test("an image is stored only if the upload's preconditions are met", async ({ backend, author }) => {
  const image = await makeImage();
  const put = (headers: Record<string, string>) =>
    backend.request(callPaths.image(image.name), {
      method: 'PUT',
      headers: { ...author.bearer, ...headers },
      body: image.bytes,
    });
  for (const condition of ['*', '"x"'])
    await expectRefusal(await put({ 'If-Match': condition }), 412, 'precondition_failed');
  await expectRefusal(await put({ 'If-Match': '"x"', Authorization: 'Bearer none' }), 401, 'not_authenticated');
  expect((await backend.request(callPaths.image(image.name))).status).toBe(404);
  expect((await put({ 'If-None-Match': '*' })).status).toBe(201);
  const etag = (await backend.request(callPaths.image(image.name))).headers.get('ETag') ?? '';
  await expectRefusal(await put({ 'If-None-Match': '*' }), 412, 'precondition_failed');
  await expectRefusal(await put({ 'If-None-Match': etag }), 412, 'precondition_failed');
  expect((await put({ 'If-Match': etag })).status).toBe(204);
  expect((await upload(backend, author, image)).status).toBe(204);
});

test('every read gets 412 if its If-Match does not match', { on: stores }, async ({ backend, author, post }) => {
  const paths = [
    callPaths.posts,
    callPaths.userPosts(author.userId),
    callPaths.found('q', 'words'),
    callPaths.post(post._id),
    callPaths.versions(post._id),
    callPaths.version(post._id, 1),
    accountPaths.sessions,
    '/healthz',
    '/openapi.json',
  ];
  for (const path of paths) {
    const ask = (headers: Record<string, string>, method = 'GET') =>
      backend.request(path, { method, headers: { ...author.bearer, ...headers } });
    const etag = (await ask({})).headers.get('ETag');
    const both = { ...stale, ...(etag && { 'If-None-Match': etag }) };
    for (const headers of [stale, both, { 'If-Match': '' }, { 'If-Match': `W/${post.etag}` }])
      await expectRefusal(await ask(headers), 412, 'precondition_failed');
    expect((await ask(stale, 'HEAD')).status, path).toBe(412);
    expect((await ask({ 'If-Match': '*' })).status, path).toBe(200);
    expect((await ask({ 'If-Match': etag ?? '""' })).status, path).toBe(etag?.startsWith('"') ? 200 : 412);
  }
  await expectRefusal(await backend.request(callPaths.post(author.userId), { headers: stale }), 404, 'post_not_found');
  await expectRefusal(await backend.request(accountPaths.sessions, { headers: stale }), 401, 'not_authenticated');
  const two = new Headers([
    ['If-Match', '"x"'],
    ['If-Match', post.etag],
  ]);
  expect((await backend.request(callPaths.post(post._id), { headers: two })).status).toBe(200);
});

test('no call changes anything if its If-Match does not match', { on: stores }, async ({ backend, author, post }) => {
  const image = await makeImage();
  await upload(backend, author, image);
  const [session] = await read<{ id: string }[]>(
    await backend.request(accountPaths.sessions, { headers: author.bearer }),
  );
  const state = async () => ({
    posts: await backend.list(),
    sessions: await backend.db.selectFrom('sessions').select('token_hash').execute(),
    users: await backend.db.selectFrom('users').selectAll().execute(),
  });
  const before = await state();
  const body = { ...post, password: 'correct horse' };
  for (const { method, template } of (await documentedCalls(backend)).filter(({ method }) => method !== 'GET')) {
    const id = template.startsWith(accountPaths.sessions) ? (session?.id ?? '') : post._id;
    const path = template.replace('{name}', image.name).replace('{id}', id);
    const answer = await backend.send(method, path, body, { ...author.bearer, ...stale });
    // This passkey does not exist, so the server answers 404, whatever the preconditions are.
    const isOfPasskey = template.startsWith(`${accountPaths.passkeys}/{`);
    expect([`${method} ${path}`, answer.status]).toEqual([`${method} ${path}`, isOfPasskey ? 404 : 412]);
  }
  expect(await state()).toEqual(before);
  const unknown = accountPaths.session('0'.repeat(64));
  const headers = { ...author.bearer, ...stale };
  await expectRefusal(await backend.request(unknown, { method: 'DELETE', headers }), 404, 'session_not_found');
});
