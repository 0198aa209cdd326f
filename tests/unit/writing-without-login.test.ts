import { expect, test, vi } from 'vitest';
import { json, openForeignBackend, openOwnBackend, type Reply, status } from './support/backend.ts';
import { openForms, post, unpublished } from './support/forms.ts';

/** Types texts one after the other in a form without a login, and sends each once to a backend with these replies. */
async function tryAll(contents: string[], replies: Reply[], openBackend = openOwnBackend) {
  await using backend = await openBackend(() => replies.shift() ?? status(500));
  await using _ = await openForms(null);
  const { sendOnce } = await import('../../src/writing/sender/page-sender.ts');
  const { applyEvent, readPostRecord } = await import('../../src/writing/record/record-store.ts');
  const start = unpublished('a', null);
  const tried: string[] = [];
  for (const [index, content] of contents.entries()) {
    const typed = { text: post(content), from: post(''), rev: index + 1, form: 'f' };
    await applyEvent('a', { kind: 'typed', ...typed }, start);
    tried.push(await sendOnce('a', post(content), start));
  }
  const record = await readPostRecord('a');
  return { tried, record, unanswered: record?.unanswered, received: backend.received };
}

test('a text published without a login is no longer a draft', async () => {
  const { tried, record, received } = await tryAll(['one'], [status(201)]);
  expect(tried).toEqual(['done']);
  expect(record).toMatchObject({ postId: 'new', base: { text: post('one') }, unanswered: [], draft: undefined });
  expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(['a']);
});

test('sends no cookie with a text that was written without a login', async () => {
  using fetch = vi.spyOn(globalThis, 'fetch');
  await tryAll(['one'], [status(401)]);
  expect(fetch.mock.calls).toMatchObject([[{ method: 'POST', credentials: 'omit' }, {}]]);
});

test('a text whose answer is lost stays a draft with an unanswered call', async () => {
  const { tried, record, unanswered } = await tryAll(['one'], ['drop']);
  expect(tried).toEqual(['no answer']);
  expect(record?.pending).toBeUndefined();
  expect(record).toMatchObject({ userId: null, draft: { text: post('one') } });
  expect(unanswered).toMatchObject([{ text: post('one') }]);
});

test.each([401, 403, 413, 422])('a text refused with %d stays a draft without an unanswered call', async (code) => {
  const { tried, record, unanswered } = await tryAll(['one'], [status(code)]);
  expect([tried, unanswered]).toEqual([['refused'], []]);
  expect(record).toMatchObject({ draft: { text: post('one'), from: post('') } });
});

test.each([
  ['our own backend', openOwnBackend],
  ['a backend without keys', openForeignBackend],
])('a refusal by %s leaves an earlier call unanswered', async (_, openBackend) => {
  const { tried, unanswered } = await tryAll(['one', 'two'], ['drop', status(413)], openBackend);
  expect(tried).toEqual(['no answer', 'refused']);
  expect(unanswered).toMatchObject([{ text: post('one') }]);
});

test('a published text that a 422 for a reused key contains becomes the base', async () => {
  const problem = {
    code: 'idempotency_key_reused',
    status: 422,
    post: { _id: 'p', etag: '"1"', version: 1, ...post('one') },
  };
  const refusal = json(problem, { 'Content-Type': 'application/problem+json' }, 422);
  const { tried, record } = await tryAll(['one', 'two'], ['drop', refusal]);
  expect(tried).toEqual(['no answer', 'earlier done']);
  expect(record).toMatchObject({ base: { text: post('one') }, unanswered: [], draft: { text: post('two') } });
});
