import { expect, test } from 'vitest';
import { findPublishedByText } from '../../src/data/outbox/find-published-by-text.ts';
import type { OutboxEntry } from '../../src/data/outbox/outbox-entry.ts';
import { json, openForeignBackend, openOwnBackend, type Reply, type Replying, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { openLocks } from './support/locks.ts';
import { draftOf, entryOf, modelOf } from './support/outbox.ts';

const author = { token: 'abc', userId: '42' };
const text = { title: 'Lost', imgUrl: '', content: 'First line.\r\n\r\nSecond line.\r\n' };
const doubtful = (part: Partial<OutboxEntry> = {}): OutboxEntry =>
  entryOf('Lost', { work: { kind: 'publish', post: text }, isInDoubt: true, idsBefore: [], ...part });

interface Listed {
  _id: string;
  title?: string;
  imgUrl?: string;
  content?: string;
}

const transportOf = (posts: Listed[], whole: Listed | 'gone' | undefined = 'gone', isWhole = true) => ({
  ...modelOf(),
  ownPosts: async () => ({ posts, isWhole }),
  ownPost: async () => whole,
});

const stored: Listed = { _id: '7', ...text };

test.each<[string, Listed]>([
  ['as it was sent', stored],
  ['trimmed', { ...stored, content: text.content.trim() }],
  ['with other line ends', { ...stored, content: text.content.replaceAll('\r\n', '\n') }],
  ['with an image of its own', { ...stored, imgUrl: 'https://other.example/default.png' }],
  ['without an image', { _id: '7', title: text.title, content: text.content }],
])('a post that the backend stored %s is found', async (_, listed) => {
  expect(await findPublishedByText(doubtful(), [], transportOf([listed]))).toMatchObject({ found: 'this text' });
});

test.each<[string, Listed]>([
  ['another title', { ...stored, title: 'Other' }],
  ['another content', { ...stored, title: 'Lost & found', content: 'Third line.' }],
  ['its title escaped', { ...stored, title: 'Lost &amp; found' }],
  ['its content cut', { ...stored, title: 'Lost & found', content: 'First line.' }],
])('a new post with %s, of which nobody knows, makes the app ask the author', async (_, listed) => {
  const entry = doubtful({ work: { kind: 'publish', post: { ...text, title: 'Lost & found' } } });
  expect(await findPublishedByText(entry, [], transportOf([listed], listed))).toMatchObject({ found: 'a version' });
});

test('A new post that matches another entry in doubt is not mistaken for this one', async () => {
  const other = { title: 'Other', imgUrl: '', content: 'Third line.' };
  const posts = [{ _id: '7', ...other }];
  expect(await findPublishedByText(doubtful(), [other], transportOf(posts))).toMatchObject({ found: 'nothing' });
  const short = [{ _id: '7', title: 'Other' }];
  expect(await findPublishedByText(doubtful(), [other], transportOf(short, posts[0]))).toMatchObject({
    found: 'nothing',
  });
});

test('without the ids from before the call, posts that say something else mean nothing', async () => {
  const { idsBefore: _, ...entry } = doubtful();
  expect(await findPublishedByText(entry, [], transportOf([{ ...stored, title: 'Other' }]))).toMatchObject({
    found: 'nothing',
  });
});

test('an older post that says the same is not taken for it', async () => {
  const seen = await findPublishedByText(doubtful({ idsBefore: ['7'] }), [], transportOf([stored]));
  expect(seen).toMatchObject({ found: 'nothing', ids: ['7'] });
});

test.each<[string, Listed | 'gone', string]>([
  ['says the same', stored, 'this text'],
  ['says something else', { ...stored, content: 'First line. And on.' }, 'a version'],
  ['has no words', { ...stored, content: '' }, 'a version'],
  ['leaves the content out too', { _id: '7', title: 'Lost' }, 'this text'],
  ['is gone', 'gone', 'nothing'],
])('where the list leaves the content out, the post itself decides: it %s', async (_, whole, found) => {
  expect(await findPublishedByText(doubtful(), [], transportOf([{ _id: '7', title: 'Lost' }], whole))).toMatchObject({
    found,
  });
  expect(
    await findPublishedByText(doubtful(), [], transportOf([{ ...stored, content: 'First…' }], whole)),
  ).toMatchObject({
    found,
  });
});

test('a post that cannot be read is no answer', async () => {
  const transport = { ...transportOf([{ _id: '7', title: 'Lost' }]), ownPost: async () => undefined };
  expect(await findPublishedByText(doubtful(), [], transport)).toBeUndefined();
});

test('an image tells one post from another where there are no words', async () => {
  const post = { title: '', imgUrl: 'a.png', content: '' };
  const entry = doubtful({ work: { kind: 'publish', post } });
  expect(await findPublishedByText(entry, [], transportOf([{ _id: '7', ...post }]))).toMatchObject({
    found: 'this text',
  });
  expect(await findPublishedByText(entry, [], transportOf([{ _id: '7', ...post, imgUrl: 'b.png' }]))).toMatchObject({
    found: 'a version',
  });
});

test('An earlier version that is found is reported as such', async () => {
  const corrected = { ...text, content: 'Corrected.' };
  const entry = doubtful({ work: { kind: 'publish', post: corrected }, sentTexts: [text, corrected] });
  expect(await findPublishedByText(entry, [], transportOf([stored]))).toMatchObject({ found: 'a version' });
  expect(await findPublishedByText(entry, [], transportOf([{ _id: '8', ...corrected }]))).toMatchObject({
    found: 'this text',
  });
});

test('An incomplete own list makes the app ask the author', async () => {
  expect(await findPublishedByText(doubtful(), [], transportOf([], 'gone', false))).toMatchObject({
    found: 'a version',
  });
  expect(await findPublishedByText(doubtful({ isListCut: true }), [], transportOf([stored]))).toMatchObject({
    found: 'a version',
  });
});

const lists = (page: (after: number) => Reply) =>
  openForeignBackend(({ path }) => page(Number(path.split('=')[1] ?? 0)));

async function openTransport() {
  const { callTransport } = await import('../../src/data/outbox/transport.ts');
  return callTransport('abc', false);
}

test('a post that is on two pages is listed once', async () => {
  await using _ = await lists((after) =>
    json([{ _id: after }, { _id: after + 1 }], after < 3 ? { Link: `<?after=${after + 1}>; rel="next"` } : {}),
  );
  const own = await (await openTransport()).ownPosts('42');
  expect(own?.posts.map(({ _id }) => _id)).toEqual(['0', '1', '2', '3', '4']);
  expect(own?.isWhole).toBe(true);
});

test('a list whose next page is itself is read once', async () => {
  await using backend = await lists(() => json([{ _id: 1 }], { Link: '<?after=0>; rel="next"' }));
  expect(await (await openTransport()).ownPosts('42')).toMatchObject({ posts: [{ _id: '1' }], isWhole: false });
  expect(backend.received).toHaveLength(2);
});

test('a list that never ends is left', async () => {
  await using backend = await lists((after) => json([{ _id: after }], { Link: `<?after=${after + 1}>; rel="next"` }));
  expect(await (await openTransport()).ownPosts('42')).toMatchObject({ isWhole: false });
  expect(backend.received.length).toBeLessThan(1_000);
});

test('a list whose next page may not be followed is read as far as it goes, and is not whole', async () => {
  for (const next of ['http://elsewhere.example/posts?page=2', '//user:secret@127.0.0.1/posts']) {
    await using _ = await lists(() => json([{ _id: 1 }], { Link: `<${next}>; rel="next"` }));
    expect(await (await openTransport()).ownPosts('42')).toEqual({ posts: [{ _id: '1' }], isWhole: false });
  }
});

test('The lookup bypasses every cache', async () => {
  await using backend = await openForeignBackend(({ path }) => json(path.endsWith('posts') ? [] : { _id: 1 }));
  const transport = await openTransport();
  await transport.ownPosts('42');
  await transport.ownPost('7');
  expect(backend.received.map(({ path }) => path)).toEqual(['/blog/users/42/posts', '/blog/posts/7']);
  expect(backend.received.map(({ headers }) => headers['cache-control'])).toEqual(['no-cache', 'no-cache']);
  for (const { headers } of backend.received) expect(headers).not.toHaveProperty('authorization');
});

test('a text of 700,000 Chinese characters travels whole', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  const { openSession } = await import('../../src/data/session/session.ts');
  const { submitPost } = await import('../../src/data/outbox/submit.ts');
  openSession();
  const content = '字'.repeat(700_000);
  const draft = draftOf('Long');
  expect(await submitPost({ ...draft, post: { ...draft.post, content } })).toBe('taken');
  expect(JSON.parse(backend.received[0]?.body ?? '').content).toBe(content);
});

const problem = (httpStatus: number, code: string) =>
  json({ code }, { 'Content-Type': 'application/problem+json' }, httpStatus);
const keyUsed: Reply = problem(422, 'idempotency_key_reused');

test('A backend with keys that tells no post has an earlier version: the author is asked, and a second post has its own key', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using ___ = catchErrors();
  let reply = status(503);
  await using backend = await openOwnBackend(() => reply);
  const { openSession } = await import('../../src/data/session/session.ts');
  const { submitPost } = await import('../../src/data/outbox/submit.ts');
  const { cancelAndEdit, publishAnyway } = await import('../../src/data/outbox/entry-actions.ts');
  const { readOutbox } = await import('../../src/data/outbox/outbox-store.ts');
  const { readDraft } = await import('../../src/data/drafts/drafts.ts');
  openSession();
  const press = async (entry: OutboxEntry | undefined, content: string) => {
    const draft = entry && (await readDraft((await cancelAndEdit(entry)) ?? ''));
    if (!draft) throw new Error('It did not come back.');
    return submitPost({ ...draft, post: { ...draft.post, content } });
  };
  await submitPost(draftOf('Doubt'));
  reply = keyUsed;
  expect(await press((await readOutbox())[0], 'Corrected.')).toBe('waiting');
  expect(await readOutbox()).toMatchObject([{ state: { name: 'arrived' } }]);
  // Back in the form it is still the same post.
  expect(await press((await readOutbox())[0], 'Corrected again.')).toBe('waiting');
  const [asked] = await readOutbox();
  expect(asked).toMatchObject({ state: { name: 'arrived' }, work: { post: { content: 'Corrected again.' } } });
  reply = status(201);
  if (asked) await Promise.all([publishAnyway(asked), publishAnyway(asked)]);
  expect(await readOutbox()).toEqual([]);
  const keys = backend.received.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys.slice(0, -1)).size).toBe(1);
  expect(keys.at(-1)).not.toBe(keys[0]);
});

test('a correction of a post that has arrived and is deleted since becomes a draft, and no second post', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using ___ = catchErrors();
  let reply: Replying = () => status(503);
  await using backend = await openOwnBackend((call) => reply(call));
  const { openSession } = await import('../../src/data/session/session.ts');
  const { submitPost } = await import('../../src/data/outbox/submit.ts');
  const { cancelAndEdit } = await import('../../src/data/outbox/entry-actions.ts');
  const { readOutbox } = await import('../../src/data/outbox/outbox-store.ts');
  const { listDrafts, readDraft } = await import('../../src/data/drafts/drafts.ts');
  openSession();
  await submitPost(draftOf('Doubt'));
  const [entry] = await readOutbox();
  const draft = entry && (await readDraft((await cancelAndEdit(entry)) ?? ''));
  if (!draft) throw new Error('It did not come back.');
  // The own backend's answers to the key of a post that was deleted since.
  reply = ({ method, body }) => {
    if (method === 'PUT') return problem(404, 'post_not_found');
    if (JSON.parse(body).content === 'Corrected.') return problem(410, 'post_not_found');
    return json({ _id: 'p', ...JSON.parse(body), version: 1, etag: '"1"' });
  };
  await submitPost({ ...draft, post: { ...draft.post, content: 'Corrected.' } });
  expect(await readOutbox()).toEqual([]);
  expect(await listDrafts('42')).toMatchObject([{ origin: 'edit of a deleted post', post: { content: 'Corrected.' } }]);
  const posts = backend.received.filter(({ method }) => method === 'POST');
  expect(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('a discard cannot be undone once another tab has taken the text back', async () => {
  await using _ = openDevice(author);
  const { putEntry, readOutbox } = await import('../../src/data/outbox/outbox-store.ts');
  const { discardEntry, undoDiscard } = await import('../../src/data/outbox/entry-actions.ts');
  const { listDrafts, deleteDraft, restoreDraft } = await import('../../src/data/drafts/drafts.ts');
  await putEntry(entryOf('Shared'));
  const discarded = await discardEntry(entryOf('Shared'));
  if (!discarded?.draft) throw new Error('Nothing was discarded.');
  expect(await restoreDraft(discarded.draft)).toBe(true);
  expect(await undoDiscard(discarded)).toBe(false);
  expect(await readOutbox()).toEqual([]);
  expect(await listDrafts('42')).toHaveLength(1);
  // It is published by now: a list that still shows it adds no second post.
  await deleteDraft(discarded.draft.id);
  expect(await restoreDraft(discarded.draft)).toBe(false);
  expect(await listDrafts('42')).toEqual([]);
});
