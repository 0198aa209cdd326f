import * as v from 'valibot';
import { expect } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { mostUnanswered, unansweredHeader } from '../../src/contract/unanswered.ts';
import { keyUsedSchema, versionMismatchSchema } from '../../src/contract/write-refusals.ts';
import type { StoredPost } from '../../src/server/posts/query-posts.ts';
import { expectRefusal, problemOf, read, type TestBackend } from './support/backend.ts';
import { backends, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(backends);

const keyed = (key: string) => ({ 'Idempotency-Key': key });
const naming = (...keys: string[]) => ({ [unansweredHeader]: keys.join(', ') });

/** Returns only those fields of the post that a refusal includes. */
const versionFieldsOf = ({ summary: _, author: __, createdAt: ___, ...version }: StoredPost) => version;

/** Returns the refusal of a stale write, parsed with the contract's schema as the app parses it. */
async function mismatchOf(response: Response) {
  const problem = await problemOf(response);
  expect(problem).toMatchObject({ status: 412, code: 'version_mismatch', version: problem.current?.version });
  return v.parse(versionMismatchSchema, problem);
}

/** Puts the post back to its first version, as if the server were restored from a backup. */
async function restore({ db }: TestBackend, { title, content }: StoredPost): Promise<void> {
  await db.deleteFrom('post_versions').execute();
  await db.deleteFrom('idempotency_keys').where('version', 'is not', null).execute();
  await db.updateTable('posts').set({ title, content, version: 1, updated_at: null }).execute();
}

test('a 412 has the current version, and the named unanswered calls that arrived', async ({ backend, author }) => {
  const [first, , third] = await backend.writeVersions(author, 3);
  if (!first || !third) throw new Error('no versions');
  const named = naming('edit 3', 'lost', 'publish', 'edit 2');
  const answers = [
    await backend.edit(author, first, { title: 'Stale' }, { ...keyed('edit 4'), ...named }),
    await backend.remove(author, first._id, { 'If-Match': first.etag, ...named }),
  ];
  for (const answer of answers) {
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await mismatchOf(answer)).toEqual({
      current: versionFieldsOf(third),
      isKnown: true,
      made: [
        { key: 'publish', version: 1 },
        { key: 'edit 2', version: 2 },
        { key: 'edit 3', version: 3 },
      ],
    });
  }
  // Simulates an edit that is stored while the server collects the refusal.
  await backend.db.updateTable('idempotency_keys').set({ version: 4 }).where('key', '=', 'edit 2').execute();
  const before = await mismatchOf(await backend.edit(author, first, { title: 'Stale' }, naming('edit 2', 'edit 3')));
  expect(before.made).toEqual([{ key: 'edit 3', version: 3 }]);
  const unnamed = await mismatchOf(await backend.edit(author, first, { title: 'Stale' }));
  expect(unnamed).toEqual({ current: versionFieldsOf(third), isKnown: true, made: [] });
  expect(await backend.list()).toEqual([third]);
});

test('the version in a 412 has no updatedAt if the post was never edited', async ({ backend, author, post }) => {
  const { current, isKnown } = await mismatchOf(await backend.edit(author, { ...post, etag: '"2-lost"' }, {}));
  expect([current, isKnown]).toEqual([versionFieldsOf(post), false]);
  expect(current).not.toHaveProperty('updatedAt');
});

test('of two concurrent edits, one gets a 412 with the version of the other', async ({ store, backend: here }) => {
  await using there = store.name === 'SQLite' ? here : await here.another();
  const author = await here.register();
  const post = await read(await here.publish(author));
  const keys = ['one', 'other'];
  const answers = await Promise.all(
    [here, there].map((backend, index) =>
      backend.edit(author, post, { title: `By ${index}` }, { ...keyed(keys[index] ?? ''), ...naming(...keys) }),
    ),
  );
  const stored = answers.findIndex(({ status }) => status === 200);
  const [done, refused] = [answers[stored], answers[1 - stored]];
  if (!done || !refused) throw new Error('not one of two');
  const made = [{ key: keys[stored], version: 2 }];
  expect(await mismatchOf(refused)).toEqual({ current: versionFieldsOf(await read(done)), isKnown: true, made });
});

test('a 412 has isKnown: true only for versions that the post has had', async ({ backend, author }) => {
  const versions = await backend.writeVersions(author, 4);
  const [first, second, , last] = versions;
  if (!first || !second || !last) throw new Error('no versions');
  const other = await read(await backend.publish(author, { title: 'Version 1', content: 'Text 1' }));
  const isKnown = async (ifMatch: string) =>
    (await mismatchOf(await backend.edit(author, last, { title: 'x' }, { 'If-Match': ifMatch }))).isKnown;
  for (const { etag } of versions.slice(0, -1)) expect(await isKnown(etag)).toBe(true);
  for (const coding of ['br', 'gzip', 'zstd'])
    expect(await isKnown(first.etag.replace(/"$/, `-${coding}"`))).toBe(true);
  expect(await isKnown(`${first.etag}, "2-other"`)).toBe(true);
  const never = [
    other.etag,
    `W/${first.etag}`,
    first.etag.replace('"1-', '"2-'),
    last.etag.replace('"4-', '"5-'),
    '"1-"',
    '"0-00000000000000000000"',
    '"999999999-00000000000000000000"',
    `"${'9'.repeat(400)}-"`,
    '"1"',
    '""',
    'none',
  ];
  for (const ifMatch of never) expect([ifMatch, await isKnown(ifMatch)]).toEqual([ifMatch, false]);
  const conditions = { 'If-Match': last.etag, 'If-None-Match': last.etag };
  expect((await mismatchOf(await backend.remove(author, last._id, conditions))).isKnown).toBe(true);
  expect((await mismatchOf(await backend.remove(author, last._id, { 'If-None-Match': '*' }))).isKnown).toBe(false);
});

test('a stale edit that names the imported version gets a 412 with isKnown: true', async ({ backend, author }) => {
  const [createdAt, later] = ['2019-03-01T12:00:00.000Z', '2019-03-02T12:00:00.000Z'];
  for (const updatedAt of [null, createdAt, later]) {
    const text = { title: 'Brought in', imgUrl: '', content: `Updated at ${updatedAt}` };
    const sent = { ...text, source: `${updatedAt}`, createdAt, updatedAt, version: 5 };
    const post = await read(await backend.send('POST', callPaths.importPost, sent, author.bearer));
    expect((await backend.edit(author, post, { title: 'Edited' })).status).toBe(200);
    expect((await mismatchOf(await backend.edit(author, post, { title: 'Stale' }))).isKnown).toBe(true);
  }
});

test('a 412 of a restored server has isKnown: false for lost versions', async ({ backend, author }) => {
  const [first, second, third] = await backend.writeVersions(author, 3);
  if (!first || !second || !third) throw new Error('no versions');
  await restore(backend, first);
  const told = async (post: StoredPost) =>
    mismatchOf(await backend.edit(author, post, { title: 'x' }, naming('publish', 'edit 2', 'edit 3')));
  const made = [{ key: 'publish', version: 1 }];
  for (const lost of [second, third])
    expect(await told(lost)).toEqual({ current: versionFieldsOf(first), isKnown: false, made });
  let current = first;
  for (const title of ['Made since', 'And again', 'And once more']) {
    current = await read(await backend.edit(author, current, { title }));
    for (const lost of [second, third])
      expect(await told(lost)).toEqual({ current: versionFieldsOf(current), isKnown: false, made });
  }
  expect(await told(first)).toEqual({ current: versionFieldsOf(current), isKnown: true, made });
});

test('no refusal reveals keys or texts of other authors or of another post', async ({ backend, author: ada, bob }) => {
  const [first] = await backend.writeVersions(ada, 2);
  const theirs = await read(await backend.publish(bob));
  if (!first) throw new Error('no version');
  const named = naming('publish', 'edit 2');
  const stale = { 'If-Match': '"1-stale"', ...named };
  expect(await mismatchOf(await backend.edit(bob, theirs, { title: 'x' }, stale))).toMatchObject({ made: [] });
  const another = await read(await backend.publish(ada));
  expect(await mismatchOf(await backend.edit(ada, another, { title: 'x' }, stale))).toMatchObject({ made: [] });
  const refusals = [
    { answer: await backend.edit(bob, first, { title: 'x' }, named), code: 'not_owner' },
    { answer: await backend.remove(bob, first._id, stale), code: 'not_owner' },
    { answer: await backend.edit({ ...ada, bearer: bob.bearer }, first, { title: 'x' }, named), code: 'not_owner' },
  ];
  const suspended_at = new Date().toISOString();
  await backend.db.updateTable('users').set({ suspended_at }).where('id', '=', ada.userId).execute();
  refusals.push(
    { answer: await backend.edit(ada, first, { title: 'x' }, named), code: 'account_suspended' },
    { answer: await backend.remove(ada, first._id, stale), code: 'account_suspended' },
  );
  for (const { answer, code } of refusals) {
    const problem = await problemOf(answer);
    expect(Object.keys(problem).toSorted()).toEqual(['code', 'requestId', 'status', 'title', 'type']);
    expect(problem.code).toBe(code);
  }
});

test(`a call may name the keys of at most ${mostUnanswered} unanswered calls`, async ({ backend, author }) => {
  const [first] = await backend.writeVersions(author, 2);
  if (!first) throw new Error('no version');
  const ask = [
    (header: string) => backend.edit(author, first, { title: 'x' }, { [unansweredHeader]: header }),
    (header: string) => backend.remove(author, first._id, { 'If-Match': first.etag, [unansweredHeader]: header }),
  ];
  const long = Array.from({ length: mostUnanswered - 1 }, (_, index) => `${index}`.padEnd(limits.idempotencyKey, '~'));
  const bad = [
    [...long, 'edit 2', 'one too many'].join(),
    `${'k'.repeat(limits.idempotencyKey + 1)}`,
    'schlüssel',
    'a\tb',
  ];
  for (const call of ask) {
    for (const header of bad) await expectRefusal(await call(header), 422, 'invalid_field', unansweredHeader);
    for (const header of [[...long, 'edit 2'].join(), ' ,edit 2 ,, ', 'edit 2,edit 2'])
      expect((await mismatchOf(await call(header))).made).toEqual([{ key: 'edit 2', version: 2 }]);
    for (const header of ['', ' , ,']) expect((await mismatchOf(await call(header))).made).toEqual([]);
  }
});

test('a repeated edit gets the version that it made, even after later edits', async ({ backend, author }) => {
  const [first, second, third] = await backend.writeVersions(author, 3);
  if (!first || !second || !third) throw new Error('no versions');
  const again = await backend.edit(author, first, second, { ...keyed('edit 2'), ...naming('edit 2', 'edit 3') });
  expect([again.status, again.headers.get('ETag'), await read(again)]).toEqual([200, second.etag, second]);
  for (const { etag } of [first, second, third, { etag: '"2-lost"' }])
    expect(await read(await backend.edit(author, { ...second, etag }, second, keyed('edit 2')))).toEqual(second);
  expect(await backend.list()).toEqual([third]);
});

test('publishing under a used key gets a 422 with the version stored under the key', async ({ backend, author }) => {
  let post = await read(await backend.publish(author, { title: 'First', imgUrl: '/a.png' }, keyed('publish')));
  const expected = versionFieldsOf(post);
  for (const title of ['Second', 'Third']) {
    const refused = await problemOf(await backend.publish(author, { title: 'Other' }, keyed('publish')));
    expect(refused).toMatchObject({ status: 422, code: 'idempotency_key_reused', field: 'Idempotency-Key' });
    expect(v.parse(keyUsedSchema, refused)).toEqual({ post: expected });
    post = await read(await backend.edit(author, post, { title, imgUrl: '' }, keyed(title)));
  }
  const stale = await mismatchOf(await backend.edit(author, { ...post, etag: expected.etag }, { title: 'x' }));
  expect(stale).toMatchObject({ current: versionFieldsOf(post), isKnown: true });
  // The refusal has the version that was stored with this key, even if an edit stored it.
  const ofEdit = await problemOf(await backend.publish(author, { title: 'Other' }, keyed('Third')));
  expect(ofEdit.post).toEqual(versionFieldsOf(post));
  const edited = await problemOf(await backend.edit(author, post, { title: 'Other' }, keyed('publish')));
  expect([edited.code, edited.post]).toEqual(['idempotency_key_reused', undefined]);
  expect(await backend.list()).toEqual([post]);
});

test('after a delete, a repeat of the publish gets the post; a reused key gets 410', async ({ backend, author }) => {
  const post = await read(await backend.publish(author, {}, keyed('publish')));
  const edited = await read(await backend.edit(author, post, { title: 'Edited' }, keyed('edit')));
  expect((await backend.remove(author, edited._id)).status).toBe(204);
  for (const key of ['publish', 'edit'])
    await expectRefusal(await backend.publish(author, { title: 'Other' }, keyed(key)), 410, 'post_not_found');
  expect(await read(await backend.publish(author, {}, keyed('publish')))).toEqual(post);
  await expectRefusal(await backend.edit(author, post, { title: 'Edited' }, keyed('edit')), 404, 'post_not_found');
  await expectRefusal(await backend.remove(author, post._id, naming('edit')), 404, 'post_not_found');
  expect(await backend.list()).toEqual([]);
});

test('a 412 has isKnown: false for a version deleted by SQL', { on: stores }, async ({ backend, author }) => {
  const [first, second] = await backend.writeVersions(author, 2);
  if (!first || !second) throw new Error('no versions');
  await backend.db.deleteFrom('post_versions').execute();
  expect(await mismatchOf(await backend.edit(author, first, { title: 'Stale' }))).toMatchObject({ isKnown: false });
  const refused = await backend.publish(author, { title: 'Other' }, keyed('publish'));
  await expectRefusal(refused.clone(), 422, 'idempotency_key_reused', 'Idempotency-Key');
  expect((await problemOf(refused)).post).toBeUndefined();
});

test('a 412 or a reused-key 422 contains the stored text, even at the maximum length', { on: stores }, async ({
  backend,
  author,
}) => {
  // No character takes more bytes in JSON.
  const content = '\x01'.repeat(limits.content);
  const post = await read(await backend.publish(author, { content: `${content.slice(1)}1` }, keyed('publish')));
  const edited = await read(await backend.edit(author, post, { content }));
  const refusal = await backend.edit(author, post, { content: 'Stale' });
  expect(await mismatchOf(refusal)).toMatchObject({ current: versionFieldsOf(edited), isKnown: true });
  const reused = await problemOf(await backend.publish(author, { content: 'Other' }, keyed('publish')));
  expect(reused.post).toEqual(versionFieldsOf(post));
});

test('an earlier edit that arrives late does not replace a later edit', async ({ backend, author, post }) => {
  const lost = keyed('lost');
  const last = await read(await backend.edit(author, post, {}, { ...keyed('last'), ...naming('lost', 'last') }));
  expect(last).toMatchObject({ title: post.title, version: 2 });
  await expectRefusal(await backend.edit(author, post, { title: 'Of before' }, lost), 412, 'version_mismatch');
  expect(await backend.list()).toEqual([last]);
});
