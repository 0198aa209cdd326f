import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { expectRefusal, read } from './support/backend.ts';
import { backends } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

const key = { 'Idempotency-Key': 'one press of the button' };

test('an edit changes text, version and updatedAt, but not id, author or createdAt', async ({ backend, author }) => {
  const post = await read(await backend.publish(author, { title: 'A tpyo', imgUrl: '/a.png' }));
  const to = { title: 'A typo', imgUrl: '', content: 'Mended **words**.' };
  const response = await backend.edit(author, post, to);
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const edited = await read(response);
  expect(response.headers.get('ETag')).toBe(edited.etag);
  const updatedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(edited).toEqual({ ...post, ...to, summary: 'Mended words.', version: 2, updatedAt, etag: edited.etag });
  expect(Date.now() - Date.parse(edited.updatedAt ?? '')).toBeLessThan(600_000);
  expect(await read(await backend.edit(author, edited, { title: 'A title' }))).toMatchObject({ version: 3 });
});

test('an edit is stored if one of the ETags in its If-Match is current', async ({ backend, author, post }) => {
  const { etag } = await read(await backend.edit(author, post, { title: 'First' }));
  const several = { 'If-Match': `"a,b",,${post.etag}\t, ${etag}` };
  const edited = await backend.edit(author, post, { title: 'Second' }, several);
  expect(await read(edited)).toMatchObject({ title: 'Second', version: 3 });
});

test('an edit whose If-Match is missing, empty or * gets 428', async ({ backend, author, post }) => {
  const bare = await backend.send('PUT', callPaths.post(post._id), post, author.bearer);
  await expectRefusal(bare, 428, 'precondition_required', 'If-Match');
  for (const condition of ['', '*']) {
    const answer = await backend.edit(author, post, { title: 'Any' }, { 'If-Match': condition });
    await expectRefusal(answer, 428, 'precondition_required', 'If-Match');
  }
  expect(await backend.list()).toEqual([post]);
});

test('an edit without changes stores neither a version nor its idempotency key', async ({ backend, author, post }) => {
  const same = await backend.edit(author, post, {}, key);
  expect([same.status, same.headers.get('ETag'), await read(same)]).toEqual([200, post.etag, post]);
  const edited = await read(await backend.edit(author, post, { title: 'Other' }));
  expect(await read(await backend.edit(author, edited, {}))).toEqual(edited);
  await expectRefusal(await backend.edit(author, post, {}, key), 412, 'version_mismatch');
  const keys = backend.db.selectFrom('idempotency_keys').select('key').execute();
  expect(await keys).toEqual([]);
});

test("an edit's idempotency key is refused for another edit or for a new post", async ({ backend, author }) => {
  const post = await read(await backend.publish(author, {}, key));
  const other = { 'Idempotency-Key': 'another press' };
  await expectRefusal(await backend.edit(author, post, {}, key), 422, 'idempotency_key_reused', 'Idempotency-Key');
  const edited = await read(await backend.edit(author, post, { title: 'Once' }, other));
  const twin = await read(await backend.publish(author));
  // A repeat is recognised by its key and text, whichever version `If-Match` names.
  expect(await read(await backend.edit(author, edited, { title: 'Once' }, other))).toEqual(edited);
  const reused = [
    backend.edit(author, post, { title: 'Twice' }, other),
    backend.edit(author, twin, { title: 'Once' }, other),
    backend.publish(author, { title: 'Once' }, other),
  ];
  for (const answer of await Promise.all(reused)) {
    await expectRefusal(answer, 422, 'idempotency_key_reused', 'Idempotency-Key');
  }
  expect(await backend.list()).toEqual([twin, edited]);
});

test('a refused edit can be sent again with the same idempotency key', async ({ backend, author, post }) => {
  const lost = await backend.edit(author, { ...post, etag: '"7-lost"' }, { title: 'x' }, key);
  await expectRefusal(lost, 412, 'version_mismatch');
  expect((await backend.edit(author, post, { title: 'x' }, key)).status).toBe(200);
});
