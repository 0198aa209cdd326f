// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { blank, newRecord, type PostRecord, type Submission } from '../../src/writing/record/post-record.ts';
import { type Backend as HttpBackend, json, openForeignBackend, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { stubGlobal } from './support/global.ts';
import { openLocks } from './support/locks.ts';

const text = (content: string) => ({ ...blank, title: 'Title', content });
const call = (content: string, key = content): Submission => ({ kind: 'text', key, at: 1, text: text(content) });
const publication = (id: string, content: string): PostRecord => ({ ...newRecord(id, 'ada'), pending: call(content) });
const inDoubt = (record: PostRecord, ids = ['old'], isWhole = true): PostRecord => ({
  ...record,
  unanswered: record.pending ? [{ ...record.pending, ...{ seen: { ids, isWhole, at: 1 } } }] : [],
});

interface ListedPost {
  _id: string;
  title?: string;
  content?: string;
}

const old: ListedPost = { _id: 'old', title: 'Old', content: 'old' };
const listed = (_id: string, content: string): ListedPost => ({ _id, title: 'Title', content });
const whatIs =
  (...posts: ListedPost[]) =>
  ({ method, path }: { method: string; path: string }): Reply => {
    if (method !== 'GET') return 'drop';
    const one = posts.find(({ _id }) => path === `/blog/posts/${_id}`);
    return json(one ?? posts);
  };

async function open(reply: HttpBackend['reply']) {
  const backend = await openForeignBackend(reply);
  const stack = new DisposableStack();
  stack.use(openLocks());
  stack.use(stubGlobal('location', { origin: 'https://app.example' }));
  vi.useFakeTimers({ toFake: ['Date'] });
  const { createForeignBackend } = await import('../../src/writing/sender/foreign-backend.ts');
  return {
    foreign: createForeignBackend(),
    async [Symbol.asyncDispose]() {
      vi.useRealTimers();
      stack.dispose();
      await backend[Symbol.asyncDispose]();
    },
  };
}

/** Returns the result of `prepare` ten seconds after a record's unanswered call, if the backend lists these posts. */
async function prepareAfterTenSeconds(posts: ListedPost[], record: PostRecord, others: PostRecord[] = []) {
  await using opened = await open(whatIs(...posts));
  const { foreign } = opened;
  expect(await foreign.prepare(record, 't', [record, ...others])).toEqual({ kind: 'wait', ms: 10_000 });
  vi.setSystemTime(Date.now() + 10_000);
  return await foreign.prepare(record, 't', [record, ...others]);
}

const done = (key: string, postId: string) => ({ kind: 'answered', event: { kind: 'done', key, etag: '', postId } });
const notArrived = { kind: 'answered', event: { kind: 'not arrived' } };
const mayHaveArrived = { kind: 'answered', event: { kind: 'may have arrived' } };

test("a 404 for the author's list means that the author has no posts", async () => {
  await using opened = await open(() => status(404));
  const record = publication('r', 'one');
  expect(await opened.foreign.prepare(record, 't', [record])).toEqual({
    kind: 'clear',
    seen: { ids: [], isWhole: true, at: Date.now() },
  });
});

test('if the list answers 503, prepare returns `no answer` and the Retry-After pause', async () => {
  using _ = catchErrors();
  await using opened = await open(() => ({ status: 503, headers: { 'Retry-After': '7' } }));
  const record = publication('r', 'one');
  expect(await opened.foreign.prepare(record, 't', [record])).toEqual({
    kind: 'no answer',
    why: 'silence',
    holdMs: 7_000,
  });
});

test('new posts wait ten seconds for an unanswered call to arrive; deletes do not wait', async () => {
  using _ = catchErrors();
  await using opened = await open(whatIs(old));
  const { foreign } = opened;
  const [first, second] = [inDoubt(publication('a', 'one')), publication('b', 'two')];
  const erase: PostRecord = { ...newRecord('c', 'ada'), postId: 'p', base: { etag: '', text: text('three') } };
  expect(await foreign.call(first, call('one'), 't')).toMatchObject({ kind: 'no answer' });
  vi.setSystemTime(Date.now() + 4_000);
  const own = [first, second, erase];
  expect(await foreign.prepare(second, 't', own)).toEqual({ kind: 'wait', ms: 6_000 });
  expect(await foreign.prepare(first, 't', own)).toEqual({ kind: 'wait', ms: 6_000 });
  expect(await foreign.prepare(erase, 't', own)).toEqual({ kind: 'clear' });
  vi.setSystemTime(Date.now() + 6_000);
  expect(await foreign.prepare(second, 't', own)).toEqual({ kind: 'wait', ms: 0 });
  expect(await foreign.prepare(first, 't', own)).toEqual(notArrived);
});

test('without Web Locks, prepare waits 130 seconds for an unanswered call', async () => {
  await using opened = await open(whatIs(old));
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  const record = inDoubt(publication('a', 'one'));
  expect(await opened.foreign.prepare(record, 't', [record])).toEqual({ kind: 'wait', ms: 130_003 });
});

test('matches an unanswered call with a new post that differs only in whitespace', async () => {
  const record = inDoubt(publication('r', 'one\ntwo'));
  expect(await prepareAfterTenSeconds([old, listed('new', ' one two ')], record)).toEqual(done('one\ntwo', 'new'));
});

test("an unanswered call may have arrived if a new post has only the text's beginning", async () => {
  expect(await prepareAfterTenSeconds([old, listed('new', 'one')], inDoubt(publication('r', 'one\n\ntwo')))).toEqual(
    mayHaveArrived,
  );
});

test.each([{ content: 'a long te…' }, {}])('fetches a post if the list does not have its whole text', async (part) => {
  const record = inDoubt(publication('r', 'a long text'));
  await using opened = await open(({ method, path }) =>
    method !== 'GET'
      ? 'drop'
      : json(path.endsWith('/new') ? listed('new', 'a long text') : [old, { _id: 'new', ...part }]),
  );
  await opened.foreign.prepare(record, 't', [record]);
  vi.setSystemTime(Date.now() + 10_000);
  expect(await opened.foreign.prepare(record, 't', [record])).toEqual(done('a long text', 'new'));
});

test('an unanswered call may have arrived if a new post has the text with & escaped', async () => {
  expect(await prepareAfterTenSeconds([old, listed('new', 'o&amp;e')], inDoubt(publication('r', 'o&e')))).toEqual(
    mayHaveArrived,
  );
});

test('matches no unanswered call with a post that another record published', async () => {
  const published: PostRecord = { ...newRecord('b', 'ada'), base: { etag: '', text: text('two') } };
  const both = [old, listed('new', 'two')];
  expect(await prepareAfterTenSeconds(both, inDoubt(publication('r', 'one')), [published])).toEqual(notArrived);
});

test('a call may have arrived if the list read before the call was incomplete', async () => {
  const record = inDoubt(publication('r', 'one'), ['old'], false);
  expect(await prepareAfterTenSeconds([old], record)).toEqual(mayHaveArrived);
  expect(await prepareAfterTenSeconds([old, listed('new', 'one')], record)).toEqual(mayHaveArrived);
});
