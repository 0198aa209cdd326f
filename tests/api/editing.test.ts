import { expect, test } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { expectRefusal, origin, problemOf, read, TestBackend } from './support/backend.ts';
import { backends } from './support/stores.ts';

const key = { 'Idempotency-Key': 'one press of the button' };

for (const store of backends) {
  test(`${store.name}: an edit replaces the text, counts the version and keeps id, author and date`, async () => {
    await using backend = await TestBackend.open(store);
    const author = await backend.register();
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

  test(`${store.name}: every server tells an edit at once, in the post and in every list`, async () => {
    await using backend = await TestBackend.open(store);
    const author = await backend.register();
    let post = await read(await backend.publish(author));
    const paths = [callPaths.posts, callPaths.userPosts(author.userId)];
    const tags = new Set<string | null>();
    for (let turn = 1; turn < 5; turn++) {
      const response = await backend.edit(author, post, { title: `Turn ${turn}` });
      post = await read(response);
      // So often that each of several servers is asked.
      for (let server = 0; server < 3; server++) {
        const detail = await backend.request(callPaths.post(post._id));
        tags.add(detail.headers.get('ETag'));
        expect(await read(detail)).toEqual(post);
        for (const path of paths) expect(await backend.list(path)).toEqual([post]);
      }
    }
    expect(tags.size).toBe(4);
  });

  test(`${store.name}: an edit that began from an older version is refused and names the current one`, async () => {
    await using backend = await TestBackend.open(store);
    const author = await backend.register();
    const post = await read(await backend.publish(author));
    const edited = await read(await backend.edit(author, post, { title: 'First' }));
    const refused = await problemOf(await backend.edit(author, post, { title: 'Second' }));
    expect(refused).toMatchObject({ status: 412, code: 'version_mismatch', version: 2 });
    const { etag } = edited;
    const neverHold = [
      `W/${etag}`,
      etag.slice(1, -1),
      etag.replaceAll('"', "'"),
      post.etag,
      '"2"',
      '""',
      '"2-',
      `"${etag}"x`,
    ];
    for (const never of neverHold) {
      const answer = await backend.edit(author, post, { title: 'Second' }, { 'If-Match': never });
      await expectRefusal(answer, 412, 'version_mismatch');
    }
    expect(await read(await backend.request(callPaths.post(post._id)))).toEqual(edited);
    const oneOfTwo = await backend.edit(
      author,
      post,
      { title: 'Second' },
      { 'If-Match': `"a,b",,${post.etag}\t, ${etag}` },
    );
    expect(await read(oneOfTwo)).toMatchObject({ title: 'Second', version: 3 });
  });

  test(`${store.name}: an edit that names no version is refused, and so is one of any version`, async () => {
    await using backend = await TestBackend.open(store);
    const author = await backend.register();
    const post = await read(await backend.publish(author));
    const bare = await backend.send('PUT', callPaths.post(post._id), post, author.bearer);
    await expectRefusal(bare, 428, 'precondition_required', 'If-Match');
    for (const condition of ['', '*']) {
      const answer = await backend.edit(author, post, { title: 'Any' }, { 'If-Match': condition });
      await expectRefusal(answer, 428, 'precondition_required', 'If-Match');
    }
    expect(await backend.list()).toEqual([post]);
  });

  test(`${store.name}: an edit that changes nothing stores nothing, not even its key`, async () => {
    await using backend = await TestBackend.open(store);
    const author = await backend.register();
    const post = await read(await backend.publish(author));
    const same = await backend.edit(author, post, {}, key);
    expect([same.status, same.headers.get('ETag'), await read(same)]).toEqual([200, post.etag, post]);
    const edited = await read(await backend.edit(author, post, { title: 'Other' }));
    expect(await read(await backend.edit(author, edited, {}))).toEqual(edited);
    await expectRefusal(await backend.edit(author, post, {}, key), 412, 'version_mismatch');
    const keys = backend.inDatabase((db) => db.selectFrom('idempotency_keys').select('key').execute());
    expect(await keys).toEqual([]);
  });

  test(`${store.name}: only its author can edit a post, and no deleted or unknown one`, async () => {
    await using backend = await TestBackend.open(store);
    const ada = await backend.register('ada@example.com');
    const bob = await backend.register('bob@example.com');
    const post = await read(await backend.publish(ada));
    const nobody = { ...ada, bearer: { Authorization: 'Bearer none' } };
    await expectRefusal(await backend.edit(nobody, post, { title: 'x' }), 401, 'not_authenticated');
    await expectRefusal(await backend.edit(bob, post, { title: 'x' }), 403, 'not_owner');
    const asBob = { 'Storyline-Author': bob.userId };
    await expectRefusal(await backend.edit(ada, post, { title: 'x' }, asBob), 403, 'wrong_author');
    expect(await backend.list()).toEqual([post]);
    await backend.request(callPaths.post(post._id), { method: 'DELETE', headers: ada.bearer });
    for (const _id of [post._id, bob.userId, 'none', '%', 'x'.repeat(5_000)]) {
      await expectRefusal(await backend.edit(ada, { ...post, _id }, { title: 'x' }), 404, 'post_not_found');
    }
    expect(await backend.list()).toEqual([]);
  });

  test(`${store.name}: the session cookie edits from this origin alone`, async () => {
    await using backend = await TestBackend.open(store);
    const author = await backend.register();
    const post = await read(await backend.publish(author));
    const text = { title: 'By cookie', imgUrl: '', content: '' };
    const edit = (from: Record<string, string>) =>
      backend.send('PUT', callPaths.post(post._id), text, { Cookie: author.cookie, 'If-Match': post.etag, ...from });
    await expectRefusal(await edit({}), 403, 'wrong_origin');
    await expectRefusal(await edit({ Origin: 'https://evil.example' }), 403, 'wrong_origin');
    expect(await backend.list()).toEqual([post]);
    expect((await edit({ Origin: origin })).status).toBe(200);
  });

  test(`${store.name}: a suspended author can't edit`, async () => {
    await using backend = await TestBackend.open(store);
    const author = await backend.register();
    const post = await read(await backend.publish(author));
    await backend.inDatabase((db) => db.updateTable('users').set({ suspended_at: new Date().toISOString() }).execute());
    await expectRefusal(await backend.edit(author, post, { title: 'x' }), 403, 'account_suspended');
    expect((await backend.list())[0]?.version).toBe(1);
  });

  test(`${store.name}: an edit may be as long as a post, and a refusal names the field that is wrong`, async () => {
    await using backend = await TestBackend.open(store);
    const author = await backend.register();
    const post = await read(await backend.publish(author));
    const refused = await backend.edit(author, post, { content: 'c'.repeat(limits.content + 1) });
    await expectRefusal(refused, 422, 'invalid_field', 'content');
    await expectRefusal(await backend.edit(author, post, { title: 'NUL \0' }), 422, 'invalid_field', 'title');
    const longest = await backend.edit(author, post, { content: '漢'.repeat(limits.content) });
    expect([longest.status, (await read(longest)).version]).toEqual([200, 2]);
  });

  test(`${store.name}: a repeat of an edit gets the version it made, whatever came after it`, async () => {
    await using backend = await TestBackend.open(store);
    const author = await backend.register();
    const post = await read(await backend.publish(author));
    const first = await read(await backend.edit(author, post, { title: 'Once' }, key));
    expect(await read(await backend.edit(author, post, { title: 'Once' }, key))).toEqual(first);
    const later = await read(await backend.edit(author, first, { title: 'Later' }));
    const again = await backend.edit(author, post, { title: 'Once' }, key);
    expect([again.status, again.headers.get('ETag'), await read(again)]).toEqual([200, first.etag, first]);
    expect(await backend.list()).toEqual([later]);
  });

  test(`${store.name}: a key is good for one edit, and not for a post and an edit`, async () => {
    await using backend = await TestBackend.open(store);
    const author = await backend.register();
    const post = await read(await backend.publish(author, {}, key));
    const other = { 'Idempotency-Key': 'another press' };
    await expectRefusal(await backend.edit(author, post, {}, key), 422, 'idempotency_key_reused', 'Idempotency-Key');
    const edited = await read(await backend.edit(author, post, { title: 'Once' }, other));
    const twin = await read(await backend.publish(author));
    // The same edit, of whichever version.
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

  test(`${store.name}: a refused edit does not use its key up, and a repeat of a deleted post's finds nothing`, async () => {
    await using backend = await TestBackend.open(store);
    const author = await backend.register();
    const post = await read(await backend.publish(author));
    await expectRefusal(
      await backend.edit(author, { ...post, etag: '"7-lost"' }, { title: 'x' }, key),
      412,
      'version_mismatch',
    );
    expect((await backend.edit(author, post, { title: 'x' }, key)).status).toBe(200);
    await backend.request(callPaths.post(post._id), { method: 'DELETE', headers: author.bearer });
    await expectRefusal(await backend.edit(author, post, { title: 'x' }, key), 404, 'post_not_found');
  });
}
