// @vitest-environment node
import { expect, test } from 'vitest';
import type { PostRecord, Submission } from '../../src/writing/record/post-record.ts';
import { blank, newRecord } from '../../src/writing/record/post-record.ts';
import { captivePortal, json, openOwnBackend, problem, type Reply } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { stubGlobal } from './support/global.ts';

const text = (content: string) => ({ ...blank, content });
const edit: Submission = { kind: 'text', key: 'k1', at: 1, text: text('edited') };
const erase: Submission = { kind: 'delete', key: 'k2', at: 2 };
const unpublished: PostRecord = { ...newRecord('r', 'ada'), pending: edit, unanswered: [edit] };
const published: PostRecord = {
  ...unpublished,
  postId: 'p',
  base: { etag: '"v1"', text: text('first') },
  unanswered: [{ kind: 'text', key: 'k0', at: 0, text: text('lost') }, edit],
};

const version = (content: string) => ({ _id: 'p', etag: '"v2"', version: 2, title: '', imgUrl: '', content });

const done = { kind: 'done', key: 'k1', etag: '"v2"', number: 2, postId: 'p' };
const silence = { kind: 'no answer', why: 'silence', holdMs: 0 };

/** Makes a call. Returns the answer, the requests that the backend received and the number of logged errors. */
async function callOnce(reply: Reply, record: PostRecord, call: Submission, token: string | null = 'secret') {
  using errors = catchErrors();
  await using backend = await openOwnBackend(() => reply);
  const { ownBackend } = await import('../../src/writing/sender/own-backend.ts');
  const answer = await ownBackend.call(record, call, token);
  return { answer, received: backend.received, logged: errors.mock.calls.length };
}

test("publishing sends the record's id as idempotency key, and the record's author", async () => {
  const { answer, received } = await callOnce(json(version('edited'), {}, 201), unpublished, edit);
  expect(answer).toEqual({ kind: 'answered', event: done });
  expect(received).toMatchObject([
    {
      method: 'POST',
      path: '/blog/posts',
      headers: { 'idempotency-key': 'r', 'storyline-author': 'ada', authorization: 'Bearer secret' },
      body: JSON.stringify(edit.text),
    },
  ]);
  expect(received[0]?.headers).not.toHaveProperty('if-match');
});

test('an edit sends its own key, its base version and the keys of unanswered calls', async () => {
  const { answer, received } = await callOnce(json(version('edited')), published, edit);
  expect(answer).toMatchObject({
    kind: 'answered',
    event: done,
    post: { _id: 'p', version: 2, content: 'edited' },
  });
  expect(received).toMatchObject([
    {
      method: 'PUT',
      path: '/blog/posts/p',
      headers: { 'idempotency-key': 'k1', 'if-match': '"v1"', 'storyline-unanswered': 'k0, k1' },
    },
  ]);
});

test('a delete sends its base version and no token', async () => {
  const { answer, received } = await callOnce({ status: 204 }, { ...published, pending: erase }, erase);
  expect(answer).toEqual({ kind: 'answered', event: { kind: 'gone', key: 'k2' } });
  expect(received).toMatchObject([{ method: 'DELETE', headers: { 'if-match': '"v1"', 'storyline-author': 'ada' } }]);
  expect(received[0]?.headers).not.toHaveProperty('authorization');
});

test('a 401 to a call without a token gives `no answer` with the reason `no token`', async () => {
  const { answer, received } = await callOnce(problem(401, 'not_authenticated'), unpublished, edit, null);
  expect(answer).toEqual({ ...silence, why: 'no token' });
  expect(received[0]?.headers).not.toHaveProperty('authorization');
});

test('a 412 reports the current version, and the unanswered calls that have arrived', async () => {
  const told = { current: version('theirs'), isKnown: true, made: [{ key: 'k0', version: 2 }], version: 2 };
  const moved = {
    kind: 'version mismatch',
    current: { etag: '"v2"', number: 2, text: text('theirs') },
    isKnown: true,
    made: ['k0'],
  };
  for (const call of [edit, erase]) {
    const { answer } = await callOnce(problem(412, 'version_mismatch', told), published, call);
    expect(answer).toEqual({ kind: 'answered', event: { ...moved, key: call.key } });
  }
});

test('a 422 for a reused key reports the text that was first published with that key', async () => {
  const { answer } = await callOnce(
    problem(422, 'idempotency_key_reused', { post: version('first') }),
    unpublished,
    edit,
  );
  expect(answer).toEqual({ kind: 'answered', event: { ...done, text: text('first') } });
});

test('a 422 for a reused key, without the published text, is a refusal', async () => {
  const { answer } = await callOnce(problem(422, 'idempotency_key_reused'), unpublished, edit);
  expect(answer).toMatchObject({ kind: 'answered', event: { kind: 'refused', key: 'k1', status: 422 } });
});

test.each<[number, PostRecord, Submission]>([
  [404, published, edit],
  [410, unpublished, edit],
  [404, published, erase],
])('a %i with post_not_found means that the post was deleted', async (status, record, call) => {
  const { answer } = await callOnce(problem(status, 'post_not_found'), record, call);
  expect(answer).toMatchObject({ kind: 'answered', event: { kind: 'gone', key: call.key } });
});

test.each<[number, string, object]>([
  [401, 'not_authenticated', { kind: 'refused', key: 'k1', ofLogin: true }],
  [403, 'wrong_author', { kind: 'refused', key: 'k1', ofLogin: true }],
  [403, 'not_owner', { kind: 'refused', key: 'k1', status: 403, ofLogin: false }],
  [413, 'body_too_large', { kind: 'refused', key: 'k1', status: 413 }],
  [422, 'invalid_field', { kind: 'refused', key: 'k1', status: 422 }],
])('a %i with the code %s is a refusal', async (status, code, event) => {
  const { answer } = await callOnce(problem(status, code), published, edit);
  expect(answer).toMatchObject({ kind: 'answered', event });
});

test.each<[string, Reply]>([
  ['a dropped connection', 'drop'],
  ['a 503', { status: 503 }],
  ['a 408', { status: 408 }],
  ['a redirect', { status: 302, headers: { Location: '/login' } }],
  ["a captive portal's page", captivePortal],
  ['a success without a post', json({})],
  ['a 404 of a gateway', { status: 404 }],
  ['a 404 page of a gateway', { ...captivePortal, status: 404 }],
  ['a 410 of a gateway', json({}, {}, 410)],
  ['a 412 without a version', problem(412, 'version_mismatch')],
])('%s leaves the call unanswered', async (_, reply) => {
  for (const [record, call] of [
    [unpublished, edit],
    [published, edit],
    [published, erase],
  ] as const) {
    const { answer, received, logged } = await callOnce(reply, record, call);
    expect(answer).toEqual(silence);
    expect(received).toHaveLength(1);
    expect(logged).toBeLessThanOrEqual(1);
  }
});

test('a 200 instead of a 204 leaves a delete unanswered', async () => {
  expect((await callOnce(json([]), { ...published, pending: erase }, erase)).answer).toEqual(silence);
});

test('a 429 reports how long Retry-After asks the sender to wait', async () => {
  const { answer } = await callOnce({ status: 429, headers: { 'Retry-After': '60' } }, unpublished, edit);
  expect(answer).toEqual({ ...silence, holdMs: 60_000 });
});

test('on an offline device, a failed call gives the reason `no network`', async () => {
  using _ = stubGlobal('navigator', { onLine: false });
  expect((await callOnce('drop', unpublished, edit)).answer).toEqual({ ...silence, why: 'no network' });
});
