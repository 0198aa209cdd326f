import { expect, test, vi } from 'vitest';
import { json, openForeignBackend, openOwnBackend, type Reply, status } from './support/backend.ts';
import { openForms, post, unpublished } from './support/forms.ts';

const load = async () => ({
  ...(await import('../../src/writing/sender/page-sender.ts')),
  ...(await import('../../src/writing/record/record-store.ts')),
});

/** Types texts one after the other in a form without a login, and sends each once. */
async function tryAll(...contents: string[]) {
  const { playEvent, readPostRecord, sendOnce } = await load();
  const start = unpublished('a', null);
  const tried: string[] = [];
  for (const [index, content] of contents.entries()) {
    const typed = { text: post(content), from: post(''), rev: index + 1, form: 'f' };
    await playEvent('a', { kind: 'typed', ...typed }, start);
    tried.push(await sendOnce('a', post(content), start));
  }
  const record = await readPostRecord('a');
  return { tried, record, unanswered: record?.unanswered };
}

test('a published text is no longer a draft', async () => {
  await using backend = await openOwnBackend(() => status(201));
  await using _ = await openForms(null);
  const { tried, record } = await tryAll('one');
  expect(tried).toEqual(['done']);
  expect(record).toMatchObject({ postId: 'new', base: { text: post('one') }, unanswered: [], draft: undefined });
  expect(backend.received.map(({ headers }) => headers['idempotency-key'])).toEqual(['a']);
});

test("sends no user's cookie with a text that was written without a login", async () => {
  await using _ = await openOwnBackend(() => status(401));
  await using __ = await openForms(null);
  using fetch = vi.spyOn(globalThis, 'fetch');
  await tryAll('one');
  expect(fetch.mock.calls).toMatchObject([[{ method: 'POST', credentials: 'omit' }, {}]]);
});

test('a text whose answer is lost stays a draft, maybe published, and is not resent', async () => {
  await using _ = await openOwnBackend(() => 'drop');
  await using __ = await openForms(null);
  const { tried, record, unanswered } = await tryAll('one');
  expect(tried).toEqual(['no answer']);
  expect(record?.pending).toBeUndefined();
  expect(record).toMatchObject({ userId: null, draft: { text: post('one') } });
  expect(unanswered).toMatchObject([{ text: post('one') }]);
});

test.each([401, 403, 413, 422])('a text that is refused with %d stays a draft that is not published', async (code) => {
  await using _ = await openOwnBackend(() => status(code));
  await using __ = await openForms(null);
  const { tried, record, unanswered } = await tryAll('one');
  expect([tried, unanswered]).toEqual([['refused'], []]);
  expect(record).toMatchObject({ draft: { text: post('one'), from: post('') } });
});

test.each([
  ['our own backend', openOwnBackend],
  ['a backend without keys', openForeignBackend],
])('a refusal by %s leaves an earlier text unanswered', async (_, openBackend) => {
  const replies: Reply[] = ['drop', status(413)];
  await using __ = await openBackend(() => replies.shift() ?? json({}));
  await using ___ = await openForms(null);
  const { tried, unanswered } = await tryAll('one', 'two');
  expect(tried).toEqual(['no answer', 'refused']);
  expect(unanswered).toMatchObject([{ text: post('one') }]);
});

test('a refusal that names an earlier published text counts that text as published', async () => {
  const problem = {
    code: 'idempotency_key_reused',
    status: 422,
    post: { _id: 'p', etag: '"1"', version: 1, ...post('one') },
  };
  const replies: Reply[] = ['drop', json(problem, { 'Content-Type': 'application/problem+json' }, 422)];
  await using _ = await openOwnBackend(() => replies.shift() ?? status(500));
  await using __ = await openForms(null);
  const { tried, record } = await tryAll('one', 'two');
  expect(tried).toEqual(['no answer', 'earlier done']);
  expect(record).toMatchObject({ base: { text: post('one') }, unanswered: [], draft: { text: post('two') } });
});
