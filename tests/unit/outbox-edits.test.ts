import { expect, test } from 'vitest';
import type { Draft, EditOf } from '../../src/data/drafts/drafts.ts';
import { applyDecisions, mergeTexts } from '../../src/data/edits/merge-texts.ts';
import type { EditEntry, OutboxEntry } from '../../src/data/outbox/outbox-entry.ts';
import { type Backend, json, openOwnBackend, type Replying, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { replace, stubGlobal } from './support/global.ts';
import { openLocks } from './support/locks.ts';
import { draftOf, post } from './support/outbox.ts';
import { openRecordFaults } from './support/record-faults.ts';

const author = { token: 'abc', userId: '42' };
const base = { version: 3, etag: '"3"', texts: post('Typo') };

const editOf = (title: string, part: Partial<EditOf> = {}): Draft =>
  draftOf(title, { id: `edit-${title}`, edit: { postId: 'p', base, ...part } });

async function load() {
  const { openSession } = await import('../../src/data/session/session.ts');
  openSession();
  return {
    ...(await import('../../src/data/outbox/submit-edit.ts')),
    ...(await import('../../src/data/outbox/submit.ts')),
    ...(await import('../../src/data/outbox/outbox-store.ts')),
    ...(await import('../../src/data/outbox/outbox-entry.ts')),
    ...(await import('../../src/data/outbox/edit-basis.ts')),
    ...(await import('../../src/data/outbox/entry-actions.ts')),
    ...(await import('../../src/data/drafts/drafts.ts')),
    ...(await import('../../src/data/storage/records.ts')),
  };
}

const problem = (code: number, body: object) =>
  json({ status: code, ...body }, { 'Content-Type': 'application/problem+json' }, code);

const saved =
  (version: number): Replying =>
  ({ body }) =>
    json({ _id: 'p', ...JSON.parse(body), version, etag: `"${version}"` });
const puts = ({ received }: Backend) => received.filter(({ method }) => method === 'PUT');

test('an edit goes with the version it began from, a key of its own, and its author', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(saved(4));
  const { submitEdit, readOutbox } = await load();
  expect(await submitEdit(editOf('Mended'))).toBe('taken');
  expect(backend.received).toHaveLength(1);
  const [{ method, path, headers, body }] = puts(backend) as [Backend['received'][0]];
  expect([method, path]).toEqual(['PUT', '/blog/posts/p']);
  expect(headers).toMatchObject({ 'if-match': '"3"', authorization: 'Bearer abc', 'storyline-author': '42' });
  expect(headers['idempotency-key']).toBeDefined();
  expect(JSON.parse(body)).toEqual(post('Mended'));
  expect(await readOutbox()).toEqual([]);
});

test('an edit of a version that a restored server has lost is merged with the one that has its number now', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const [lost, now] = ['"3-lost"', '"3-now"'];
  const texts = { ...post('Typo'), content: 'One.\n\nTwo.' };
  await using backend = await openOwnBackend(({ method, headers, body }) => {
    const present = { _id: 'p', ...texts, content: 'One.\n\nTwo, elsewhere.', version: 3, etag: now };
    if (method === 'GET') return json(present);
    return headers['if-match'] === now
      ? saved(4)({ body } as Backend['received'][0])
      : problem(412, { code: 'version_mismatch', version: 3 });
  });
  using ___ = catchErrors();
  const { submitEdit, editBasisOf } = await load();
  const edit = editBasisOf(undefined, { _id: 'p', ...texts, version: 3, etag: lost }) as EditOf;
  const mended = { ...texts, title: 'Mended' };
  expect(await submitEdit({ ...editOf('Mended', edit), post: mended })).toBe('taken');
  expect(puts(backend).map(({ headers }) => headers['if-match'])).toEqual([lost, now]);
  expect(JSON.parse(puts(backend).at(-1)?.body ?? '')).toEqual({ ...mended, content: 'One.\n\nTwo, elsewhere.' });
});

test('an earlier edit that is repeated names the version that it began from as it did first', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const etag = '"3-first"';
  await using backend = await openOwnBackend(() => status(503));
  using ___ = catchErrors();
  const { submitEdit, readOutbox, isEdit, editBasisOf } = await load();
  const first = editBasisOf(undefined, { _id: 'p', ...post('Typo'), version: 3, etag }) as EditOf;
  expect(await submitEdit(editOf('First', first))).toBe('waiting');
  const edit = editBasisOf((await readOutbox()).find(isEdit), undefined) as EditOf;
  backend.reply = ({ method }) =>
    method === 'GET'
      ? json({ _id: 'p', ...post('Typo'), imgUrl: '/from-afar.png', version: 4, etag: '"4"' })
      : problem(412, { code: 'version_mismatch', version: 4 });
  await submitEdit(draftOf('Second', { id: 'edit-second', edit }));
  const repeated = puts(backend).filter(({ body }) => JSON.parse(body).title === 'First');
  expect(repeated.length).toBeGreaterThan(1);
  for (const { headers } of repeated) expect(headers['if-match']).toBe(etag);
});

test('a second edit takes the place of the one it began from, which waits', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(401));
  using ___ = catchErrors();
  const { submitEdit, readOutbox, isEdit, editBasisOf, retryEntry } = await load();
  // Its form has been left: nobody is there to log in again.
  expect(await submitEdit(editOf('First'), { isOpen: () => false })).toBe('waiting');
  const [first] = (await readOutbox()).filter(isEdit);
  expect(first).toMatchObject({ state: { name: 'needs login' }, isInDoubt: false });
  const edit = editBasisOf(first, undefined) as EditOf;
  expect(edit).toMatchObject({ base, from: post('First') });
  backend.reply = saved(4);
  expect(await submitEdit(draftOf('Second', { id: 'edit-second', edit }))).toBe('taken');
  expect(puts(backend).map(({ body }) => JSON.parse(body).title)).toEqual(['First', 'Second']);
  expect(await readOutbox()).toEqual([]);
  await retryEntry(first as NonNullable<typeof first>);
  expect(puts(backend)).toHaveLength(2);
});

test.each([
  { code: 401, isOpen: true, told: 'login expired' },
  { code: 422, isOpen: true, told: 'refused' },
  { code: 422, isOpen: false, told: 'refused' },
])(
  'an edit that waits is sent as it was where one in its place is refused ($code, form open: $isOpen)',
  async ({ code, isOpen, told }) => {
    await using _ = openDevice(author);
    using __ = openLocks();
    await using backend = await openOwnBackend(() => status(503));
    using ___ = catchErrors();
    const { submitEdit, readOutbox, isEdit, editBasisOf, listDrafts, retryEntry } = await load();
    expect(await submitEdit(editOf('First'))).toBe('waiting');
    const [first] = (await readOutbox()) as [EditEntry];
    const begun = editBasisOf([first].find(isEdit), undefined) as EditOf;
    const second = draftOf('Second', { id: 'edit-second', edit: begun });
    backend.reply = () => status(code);
    expect(await submitEdit(second, { isOpen: () => isOpen })).toBe(told);
    expect(await readOutbox()).toEqual([first]);
    const [draft, ...more] = await listDrafts('42', Date.now(), 'p');
    const attempts = [...(begun.attempts ?? []), { version: 3, etag: '"3"', post: post('Second') }];
    expect(draft).toMatchObject({ post: post('Second'), edit: { postId: 'p', base, attempts } });
    expect(more).toEqual([]);
    backend.reply = versionsOf(base.texts);
    await retryEntry(first);
    expect(await readOutbox()).toEqual([]);
    expect(await submitEdit(draft as Draft)).toBe('taken');
    const sent = puts(backend).map(({ headers, body }) => [headers['if-match'], JSON.parse(body).title]);
    expect(sent.at(-1)).toEqual(['"4"', 'Second']);
  },
);

test('an edit whose login has expired waits in the place of the one it began from, with its form left', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using ___ = await openOwnBackend(() => status(401));
  using ____ = catchErrors();
  const { submitEdit, readOutbox, isEdit, editBasisOf } = await load();
  await submitEdit(editOf('First'), { isOpen: () => false });
  const edit = editBasisOf((await readOutbox()).find(isEdit), undefined) as EditOf;
  const second = draftOf('Second', { id: 'edit-second', edit });
  expect(await submitEdit(second, { isOpen: () => false })).toBe('waiting');
  expect(await readOutbox()).toMatchObject([{ work: { post: post('Second') }, state: { name: 'needs login' } }]);
});

test('edits of one post go in order, and its delete after them', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(503));
  using ___ = catchErrors();
  const { submitEdit, submitDelete, readOutbox } = await load();
  await submitEdit(editOf('First'));
  await submitEdit(editOf('Second'));
  await submitDelete({ _id: 'p', ...post('Second') });
  expect(backend.received).toHaveLength(1);
  backend.reply = (call) => {
    const { length } = puts(backend);
    if (call.method === 'DELETE') return { status: 204 };
    if (call.method === 'GET') return json({ _id: 'p', ...post('First'), version: 4, etag: '"4"' });
    if (call.headers['if-match'] === '"3"' && JSON.parse(call.body).title === 'Second')
      return problem(412, { code: 'version_mismatch', version: 4 });
    return saved(length + 2)(call);
  };
  const { sendOutbox } = await import('../../src/data/outbox/send-outbox.ts');
  const { callTransport } = await import('../../src/data/outbox/transport.ts');
  for (let rounds = 0; rounds < 3; rounds += 1)
    await sendOutbox({ userId: '42', transport: callTransport('abc', true), scope: 'all' });
  const sent = backend.received.slice(1).map(({ method, body }) => `${method} ${body && JSON.parse(body).title}`);
  // The second changed the same place as the first: its author decides, and the delete does not wait for that.
  expect(sent.slice(0, 4)).toEqual(['PUT First', 'PUT Second', 'GET ', 'DELETE ']);
  expect((await readOutbox()).map(({ work }) => work.kind)).not.toContain('delete');
});

test('a delete goes after an edit that was saved before the clock was put back', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using ___ = await openOwnBackend(() => status(503));
  using ____ = catchErrors();
  const { submitEdit, submitDelete, readOutbox } = await load();
  await submitEdit(editOf('Mended'));
  const now = Date.now();
  using _____ = replace(Date, { now: () => now - 60_000 });
  await submitDelete({ _id: 'p', ...post('Mended') });
  expect((await readOutbox()).map(({ work }) => work.kind)).toEqual(['edit', 'delete']);
});

test.each([
  { name: 'a gateway that knows no such path', reply: json({}, {}, 404) },
  { name: 'a server that fails', reply: status(500) },
  { name: 'a lost connection', reply: 'drop' as const },
])('an edit that is answered by $name waits', async ({ reply }) => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using ___ = await openOwnBackend(() => reply);
  using ____ = catchErrors();
  const { submitEdit, readOutbox } = await load();
  expect(await submitEdit(editOf('Mended'))).toBe('waiting');
  expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting' }, work: { post: post('Mended') } }]);
});

test('an edit that is refused goes back into its form', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using ___ = await openOwnBackend(() => problem(422, { code: 'invalid_field' }));
  using ____ = catchErrors();
  const { submitEdit, readOutbox, listDrafts } = await load();
  expect(await submitEdit(editOf('Mended'))).toBe('refused');
  expect(await readOutbox()).toEqual([]);
  expect(await listDrafts('42', Date.now(), 'p')).toMatchObject([
    { post: post('Mended'), edit: { postId: 'p', base } },
  ]);
});

test('the edit of a deleted post becomes a draft of Create', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using ___ = await openOwnBackend(() => problem(404, { code: 'post_not_found' }));
  using ____ = catchErrors();
  const { submitEdit, readOutbox, listDrafts } = await load();
  expect(await submitEdit(editOf('Too late'))).toBe('gone');
  expect(await readOutbox()).toEqual([]);
  expect(await listDrafts('42')).toMatchObject([{ post: post('Too late'), origin: 'edit of a deleted post' }]);
});

test.each([
  {
    what: 'found its post deleted',
    reply: () => problem(404, { code: 'post_not_found' }),
    told: 'gone',
  },
  {
    what: 'merged it, and had no answer',
    reply: ({ method, headers }: Backend['received'][0]) => {
      if (method === 'GET') return json({ _id: 'p', ...post('Typo'), imgUrl: 'other.png', version: 4, etag: '"4"' });
      return headers['if-match'] === '"3"' ? problem(412, { code: 'version_mismatch', version: 4 }) : status(503);
    },
    told: 'waiting',
  },
  { what: 'saved it', reply: saved(4), told: 'taken' },
])('an edit that another tab sent first is told what became of it where that $what', async ({ reply, told }) => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using ___ = await openOwnBackend(reply);
  using ____ = catchErrors();
  const { submitEdit, readOutbox } = await load();
  const { sendNow } = await import('../../src/data/outbox/outbox-scheduler.ts');
  const { promise: busy, resolve: end } = Promise.withResolvers<void>();
  void navigator.locks.request('outbox', () => busy);
  const other = sendNow('all');
  const pressed = submitEdit(editOf('Mended'));
  await expect.poll(readOutbox).toHaveLength(1);
  end();
  await other;
  expect(await pressed).toBe(told);
});

test.each([
  { what: 'without an answer', reply: () => status(503) },
  {
    what: 'and is in conflict',
    reply: ({ method }: Backend['received'][0]) =>
      method === 'GET'
        ? json({ _id: 'p', ...post('Theirs'), version: 4, etag: '"4"' })
        : problem(412, { code: 'version_mismatch', version: 4 }),
  },
  { what: 'and finds its post deleted', reply: () => problem(404, { code: 'post_not_found' }) },
])('an edit that is deleted with the storage while it is sent $what is a draft of that post', async ({ reply }) => {
  await using device = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(async (call) => {
    await device.deleteRecords();
    return reply(call);
  });
  using ___ = catchErrors();
  const { submitEdit, listDrafts } = await load();
  expect(await submitEdit(editOf('Mended'))).toBe('waiting');
  const [draft] = await listDrafts('42', Date.now(), 'p');
  expect(draft).toMatchObject({ post: post('Mended'), edit: { postId: 'p', base } });
  const sent = puts(backend).map(({ headers }) => headers['idempotency-key']);
  expect(draft?.edit?.attempts?.map(({ id }) => id)).toEqual(sent);
});

test('a server that is behind the others is not merged with', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(({ method }) =>
    method === 'GET'
      ? json({ _id: 'p', ...post('Typo'), version: 3, etag: '"3"' })
      : problem(412, { code: 'version_mismatch', version: 4 }),
  );
  using ___ = catchErrors();
  const { submitEdit, readOutbox } = await load();
  expect(await submitEdit(editOf('Mended'))).toBe('waiting');
  expect(puts(backend)).toHaveLength(1);
  expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting' }, work: { base } }]);
});

test('an answer without a version is not merged with', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(({ method }) =>
    method === 'GET' ? json({ _id: 'p', ...post('From afar') }) : problem(412, { code: 'version_mismatch' }),
  );
  using ___ = catchErrors();
  const { submitEdit, readOutbox } = await load();
  expect(await submitEdit(editOf('Mended'))).toBe('waiting');
  expect(puts(backend)).toHaveLength(1);
  expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting' }, work: { base } }]);
});

test('a gateway that does not find an edited post is not taken for its delete', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(({ method }) =>
    method === 'GET' ? json({}, {}, 404) : problem(412, { code: 'version_mismatch', version: 4 }),
  );
  using ___ = catchErrors();
  const { submitEdit, readOutbox, listDrafts, retryEntry } = await load();
  expect(await submitEdit(editOf('Mended'))).toBe('waiting');
  expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting' }, work: { post: post('Mended') } }]);
  expect(await listDrafts('42')).toEqual([]);
  backend.reply = () => problem(404, { code: 'post_not_found' });
  await retryEntry((await readOutbox())[0] as OutboxEntry);
  expect(await listDrafts('42')).toMatchObject([{ origin: 'edit of a deleted post' }]);
});

test('an edit that the device does not keep is not sent', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  await using backend = await openOwnBackend(saved(4));
  const { submitEdit, saveDraft, listDrafts } = await load();
  await saveDraft(editOf('Full'));
  faults.hasRoomFor = (_record, key) => !key.startsWith('outbox');
  await expect(submitEdit(editOf('Full'))).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(await backend.settled()).toEqual([]);
  expect(await listDrafts('42', Date.now(), 'p')).toMatchObject([{ post: post('Full') }]);
});

test('after an edit no answer of an earlier call, or of a server that is behind, brings the old text back', async () => {
  await using device = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(saved(4));
  const { submitEdit } = await load();
  const { putCachedAndEvict } = await import('../../src/data/cache/response-cache.ts');
  const { isBeforeEdit, withEdits } = await import('../../src/data/cache/edited-posts.ts');
  const { callUrl } = await import('../../src/data/api/host.ts');
  using ___ = stubGlobal('location', new URL(backend.origin));
  const old = { _id: 'p', ...post('Typo'), version: 3, etag: '"3"' };
  const other = { _id: 'q', ...post('Other'), version: 1, etag: '"1"' };
  const copy = { link: null, callNumber: 1, isStale: false };
  const list = { ...copy, url: callUrl('/blog/posts'), body: JSON.stringify([other, old]) };
  const single = { ...copy, url: callUrl('/blog/posts/p'), body: JSON.stringify(old) };
  await putCachedAndEvict('lists', list);
  await putCachedAndEvict('posts', single);
  await putCachedAndEvict('pinned', single);
  expect(await submitEdit(editOf('Mended'))).toBe('taken');
  expect(await device.caches.dump()).not.toContain('Typo');
  expect(await isBeforeEdit({ ...single, callNumber: 99 }, 'p')).toBe(true);
  expect(JSON.parse((await withEdits({ ...list, callNumber: 99 })).body)).toMatchObject([
    other,
    { _id: 'p', title: 'Mended', version: 4, etag: '"4"' },
  ]);
});

test.each([
  { name: 'by itself', caches: ['posts'] as const },
  { name: 'pinned', caches: ['pinned'] as const },
  { name: 'in a list', caches: ['lists'] as const },
])('an answer that is late does not replace a newer version that is cached $name', async ({ caches: [cache] }) => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(saved(4));
  const { submitEdit } = await load();
  const { putCachedAndEvict } = await import('../../src/data/cache/response-cache.ts');
  const { findCachedPost } = await import('../../src/data/cache/cached-posts.ts');
  const { takeCallNumber } = await import('../../src/data/cache/call-number.ts');
  const { callUrl } = await import('../../src/data/api/host.ts');
  using ___ = stubGlobal('location', new URL(backend.origin));
  const newest = JSON.stringify({ _id: 'p', ...post('From afar'), version: 5, etag: '"5"' });
  const isList = cache === 'lists';
  await putCachedAndEvict(cache, {
    url: callUrl(isList ? '/blog/posts' : '/blog/posts/p'),
    body: isList ? `[${newest}]` : newest,
    link: null,
    callNumber: await takeCallNumber(),
    isStale: false,
  });
  expect(await submitEdit(editOf('Mended'))).toBe('taken');
  const found = await findCachedPost('p', callUrl('/blog/posts/p'));
  expect(JSON.parse(found?.body ?? '{}')).toMatchObject({ title: 'From afar', version: 5 });
});

test('an edit that waits is laid over its post for its author alone', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using ___ = await openOwnBackend(() => status(503));
  using ____ = catchErrors();
  const { submitEdit, readOutbox } = await load();
  const { layOverPosts } = await import('../../src/data/outbox/lay-over-posts.ts');
  const { outboxEntries } = await import('../../src/data/outbox/outbox-entries.ts');
  const { postOverlays } = await import('../../src/data/post-overlays.ts');
  const { session } = await import('../../src/data/session/session.ts');
  await submitEdit(editOf('Mended'));
  layOverPosts();
  outboxEntries.set(await readOutbox());
  const read = { _id: 'p', ...post('Typo'), version: 3, etag: '"3"' };
  expect(postOverlays.get().get('p')?.(read)).toMatchObject({ ...post('Mended'), _id: 'p', version: 3 });
  session.set({ token: null, userId: '42' });
  expect(postOverlays.get().size).toBe(0);
  session.set({ token: 'xyz', userId: '7' });
  expect(postOverlays.get().size).toBe(0);
});

test('a form in which nothing was changed sends nothing', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(saved(4));
  const { submitEdit } = await load();
  const { timeouts } = await import('../../src/data/timeouts.ts');
  using ___ = replace(timeouts, { deviceTimeoutMs: 1_000 });
  expect(await submitEdit({ ...editOf('Typo'), post: base.texts })).toBe('taken');
  expect(await backend.settled()).toEqual([]);
});

/** The own backend's answers about a post whose versions from 3 on these are; the first in the place of 0 to 2. */
function versionsOf(...texts: ReturnType<typeof post>[]): Replying {
  const versions = [base.texts, base.texts, base.texts, ...texts];
  const answers = new Map<unknown, number>();
  return ({ method, path, headers, body }) => {
    const present = versions.length - 1;
    const [, asked] = /^\/blog\/posts\/p\/versions\/(\d+)$/.exec(path) ?? [];
    if (asked)
      return json({ ...versions[Number(asked)], version: Number(asked), createdAt: '2026-06-01T00:00:00.000Z' });
    if (method === 'GET') return json({ _id: 'p', ...versions[present], version: present, etag: `"${present}"` });
    const key = headers['idempotency-key'];
    if (!answers.has(key)) {
      if (headers['if-match'] !== `"${present}"`) return problem(412, { code: 'version_mismatch', version: present });
      answers.set(key, versions.push(JSON.parse(body)) - 1);
    }
    const version = answers.get(key);
    return json({ _id: 'p', ...JSON.parse(body), version, etag: `"${version}"` });
  };
}

test('the original text is sent after an edit that is in doubt was cancelled', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const server = versionsOf(base.texts);
  await using backend = await openOwnBackend(async (call) => {
    await server(call);
    return 'drop' as const;
  });
  using ___ = catchErrors();
  const { submitEdit, readOutbox, cancelAndEdit, readDraft } = await load();
  const { autosaveDraft } = await import('../../src/data/drafts/draft-autosave.ts');
  expect(await submitEdit(editOf('Wrong'))).toBe('waiting');
  const [entry] = await readOutbox();
  const draft = (await readDraft((await cancelAndEdit(entry as OutboxEntry)) as string)) as Draft;
  const autosave = autosaveDraft(draft);
  autosave.change(base.texts);
  await autosave.flush();
  expect(await readDraft(draft.id)).toMatchObject({ post: base.texts });
  backend.reply = server;
  expect(await submitEdit(autosave.draft())).toBe('taken');
  expect(puts(backend).at(-1)).toMatchObject({ headers: { 'if-match': '"4"' }, body: JSON.stringify(base.texts) });
});

test('the text of an edit that was discarded meanwhile is sent, typed again into the form that began from it', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(401));
  using ___ = catchErrors();
  const { submitEdit, readOutbox, isEdit, editBasisOf, discardEntry } = await load();
  await submitEdit(editOf('First'), { isOpen: () => false });
  const [first] = (await readOutbox()).filter(isEdit);
  const again = draftOf('First', { id: 'edit-again', edit: editBasisOf(first, undefined) as EditOf });
  expect(await submitEdit(again)).toBe('taken');
  expect(puts(backend)).toHaveLength(1);
  await discardEntry(first as OutboxEntry);
  backend.reply = saved(4);
  expect(await submitEdit(again)).toBe('taken');
  expect(puts(backend)).toHaveLength(2);
});

test('an edit that began from one which was merged meanwhile asks its author about no word of their own', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const merged = { ...post('First'), imgUrl: '/from-afar.png' };
  await using backend = await openOwnBackend(versionsOf(base.texts, merged));
  using ___ = catchErrors();
  const { submitEdit } = await load();
  const attempts = [{ id: 'edit-first', version: 3, etag: '"3"', post: post('First') }];
  expect(await submitEdit(editOf('Second', { attempts, from: post('First') }))).toBe('taken');
  const { headers, body } = puts(backend).at(-1) ?? {};
  expect(headers).toMatchObject({ 'if-match': '"4"' });
  expect(JSON.parse(body ?? '')).toEqual({ ...post('Second'), imgUrl: '/from-afar.png' });
});

test('an edit begun from one that was refused, whose place it had taken, asks its author about no word of their own', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(401));
  using ___ = catchErrors();
  const { submitEdit, readOutbox, isEdit, editBasisOf, retryEntry } = await load();
  const begin = async () => editBasisOf((await readOutbox()).find(isEdit), undefined) as EditOf;
  await submitEdit(editOf('First'), { isOpen: () => false });
  const second = draftOf('Second', { id: 'edit-second', edit: await begin() });
  let begun: EditOf | undefined;
  backend.reply = async () => {
    begun = await begin();
    return status(401);
  };
  expect(await submitEdit(second)).toBe('login expired');
  expect(begun).toMatchObject({ from: post('Second') });
  const [first] = (await readOutbox()) as [EditEntry];
  expect(first).toMatchObject({ work: { post: post('First') } });
  backend.reply = versionsOf(base.texts);
  await retryEntry(first);
  expect(await submitEdit(draftOf('Third', { id: 'edit-third', edit: begun as EditOf }))).toBe('taken');
  expect(JSON.parse(puts(backend).at(-1)?.body ?? '')).toEqual(post('Third'));
});

test.each(['Corrected', 'Typo'])(
  'an edit that was refused, and typed over in its form, is sent after one that began from its text ("%s")',
  async (title) => {
    await using _ = openDevice(author);
    using __ = openLocks();
    await using backend = await openOwnBackend(() => status(401));
    using ___ = catchErrors();
    const { submitEdit, readOutbox, isEdit, editBasisOf, retryEntry } = await load();
    const { autosaveDraft } = await import('../../src/data/drafts/draft-autosave.ts');
    const form = autosaveDraft(editOf('First'));
    const press = () => submitEdit(form.draft(), { onSent: form.noteSent });
    let begun: EditOf | undefined;
    backend.reply = async () => {
      begun = editBasisOf((await readOutbox()).find(isEdit), undefined);
      return status(401);
    };
    expect(await press()).toBe('login expired');
    backend.reply = () => status(503);
    const second = { ...post('First'), imgUrl: '/second.png' };
    expect(await submitEdit({ ...draftOf('', { id: 'edit-second', edit: begun as EditOf }), post: second })).toBe(
      'waiting',
    );
    backend.reply = versionsOf(base.texts);
    await retryEntry((await readOutbox())[0] as EditEntry);
    form.change(post(title));
    await form.flush();
    expect(await press()).toBe('taken');
    expect(JSON.parse(puts(backend).at(-1)?.body ?? '')).toEqual({ ...post(title), imgUrl: '/second.png' });
  },
);

test.each([
  { code: 401, isOpen: true },
  { code: 422, isOpen: true },
  { code: 422, isOpen: false },
])(
  'an edit that was refused takes once more the place of the one it began from ($code, form open: $isOpen)',
  async ({ code, isOpen }) => {
    await using _ = openDevice(author);
    using __ = openLocks();
    await using backend = await openOwnBackend(() => status(422));
    using ___ = catchErrors();
    const { submitEdit, readOutbox, isEdit, editBasisOf, listDrafts, ...outbox } = await load();
    // Another tab or the worker has sent it.
    await outbox.putEntry(outbox.entryFromDraft('42', editOf('First')));
    await outbox.retryEntry((await readOutbox())[0] as EditEntry);
    const [first] = (await readOutbox()).filter(isEdit);
    expect(first).toMatchObject({ state: { name: 'refused' } });
    const second = draftOf('Second', { id: 'edit-second', edit: editBasisOf(first, undefined) as EditOf });
    backend.reply = () => status(code);
    expect(await submitEdit(second, { isOpen: () => isOpen })).toMatch(/refused|login expired/);
    expect(await readOutbox()).toEqual([first]);
    const [draft] = await listDrafts('42', Date.now(), 'p');
    backend.reply = saved(4);
    expect(await submitEdit({ ...(draft as Draft), post: post('Third') })).toBe('taken');
    expect(JSON.parse(puts(backend).at(-1)?.body ?? '')).toEqual(post('Third'));
    expect(await readOutbox()).toEqual([]);
  },
);

test('an edit that has arrived, and lies in its form alone, is corrected without a question', async () => {
  await using device = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  const server = versionsOf(base.texts);
  await using backend = await openOwnBackend(async (call) => {
    await server(call);
    await device.deleteRecords();
    faults.hasRoomFor = () => false;
    return 'drop' as const;
  });
  using ___ = catchErrors();
  const { submitEdit } = await load();
  const { autosaveDraft } = await import('../../src/data/drafts/draft-autosave.ts');
  const form = autosaveDraft(editOf('First'));
  const press = () => submitEdit(form.draft(), { onSent: form.noteSent });
  await expect(press()).rejects.toThrow(expect.objectContaining({ name: 'QuotaExceededError' }));
  faults.hasRoomFor = () => true;
  backend.reply = server;
  form.change(post('Corrected'));
  await form.flush();
  expect(await press()).toBe('taken');
  expect(puts(backend).at(-1)).toMatchObject({
    headers: { 'if-match': '"4"' },
    body: JSON.stringify(post('Corrected')),
  });
});

test('an edit goes after one that began from the same text, which waits, and neither asks about a word of its author', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(401));
  using ___ = catchErrors();
  const { submitEdit, readOutbox, isEdit, editBasisOf, retryEntry, ...outbox } = await load();
  await submitEdit(editOf('First'), { isOpen: () => false });
  const [first] = (await readOutbox()).filter(isEdit) as [EditEntry];
  const edit = editBasisOf(first, undefined) as EditOf;
  const beside = { ...post('First'), imgUrl: '/second.png' };
  const second = outbox.entryFromDraft('42', { ...draftOf('', { id: 'edit-second', edit }), post: beside });
  await outbox.putEntry(await outbox.afterEarlierEdits(second));
  expect(await submitEdit(draftOf('Third', { id: 'edit-third', edit }), { isOpen: () => false })).toBe('waiting');
  backend.reply = versionsOf(base.texts);
  for (const entry of await readOutbox()) await retryEntry(entry);
  expect(await readOutbox()).toEqual([]);
  expect(JSON.parse(puts(backend).at(-1)?.body ?? '')).toEqual({ ...post('Third'), imgUrl: '/second.png' });
});

test.each(['Corrected', 'Typo'])(
  'an edit taken out of the outbox, whose text a later one has, is sent as it is now ("%s")',
  async (title) => {
    await using _ = openDevice(author);
    using __ = openLocks();
    await using backend = await openOwnBackend(() => status(401));
    using ___ = catchErrors();
    const { submitEdit, readOutbox, isEdit, editBasisOf, cancelAndEdit, readDraft, ...outbox } = await load();
    await submitEdit(editOf('First'), { isOpen: () => false });
    const [first] = (await readOutbox()).filter(isEdit) as [EditEntry];
    const second = { ...post('First'), imgUrl: '/second.png' };
    const begun = draftOf('', { id: 'edit-second', edit: editBasisOf(first, undefined) as EditOf });
    const later = await outbox.afterEarlierEdits(outbox.entryFromDraft('42', { ...begun, post: second }));
    await outbox.putEntry(later);
    const draft = (await readDraft((await cancelAndEdit(first)) as string)) as Draft;
    backend.reply = versionsOf(base.texts);
    await outbox.retryEntry(later);
    expect(await submitEdit({ ...draft, post: post(title) })).toBe('taken');
    expect(JSON.parse(puts(backend).at(-1)?.body ?? '')).toEqual({ ...post(title), imgUrl: '/second.png' });
  },
);

test('an edit that took the place of one in doubt asks about no word that was merged before', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const merged = { ...post('First'), imgUrl: '/from-afar.png' };
  await using backend = await openOwnBackend(versionsOf(base.texts, merged));
  using ___ = catchErrors();
  const { submitEdit } = await load();
  const attempts = ['First', 'Second'].map((title) => ({
    id: `edit-${title}`,
    version: 3,
    etag: '"3"',
    post: post(title),
  }));
  expect(await submitEdit(editOf('Third', { attempts, from: post('Second') }))).toBe('taken');
  expect(JSON.parse(puts(backend).at(-1)?.body ?? '')).toEqual({ ...post('Third'), imgUrl: '/from-afar.png' });
});

test('an edit begun from one that was merged beside a new paragraph asks about no word of its author', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const text = (content: string) => ({ ...base.texts, content });
  const [first, second] = [text('one\n\nTwo'), text('One\n\nTwo')];
  const began = { version: 3, etag: '"3"', texts: text('one\n\ntwo') };
  await using backend = await openOwnBackend(versionsOf(began.texts, text('one\n\nTwo\n\nafar')));
  using ___ = catchErrors();
  const { submitEdit } = await load();
  const attempts = [{ id: 'edit-first', version: 3, etag: '"3"', post: first }];
  const draft = { ...editOf('', { base: began, attempts, from: first }), post: second };
  expect(await submitEdit(draft)).toBe('taken');
  expect(JSON.parse(puts(backend).at(-1)?.body ?? '')).toEqual(text('One\n\nTwo\n\nafar'));
});

test.each([
  {
    what: 'typed over',
    first: 'one\n\nTwo\n\nthree',
    merged: 'ONE\n\nTwo\n\nthree',
    now: 'ONE\n\nTWO\n\nthree',
    typed: 'one\n\nTwo\n\nThree',
    expected: 'ONE\n\nTWO\n\nThree',
  },
  {
    what: 'removed',
    first: 'one\n\ntwo\n\nthree\n\nfour',
    merged: 'ONE\n\ntwo\n\nthree\n\nfour',
    now: 'ONE\n\ntwo\n\nthree',
    typed: 'one\n\nTwo\n\nthree\n\nfour',
    expected: 'ONE\n\nTwo\n\nthree',
  },
])('the words of an edit that was merged and then $what come back with no edit that began from it', async (texts) => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const text = (content: string) => ({ ...base.texts, content });
  const began = { version: 3, etag: '"3"', texts: text('one\n\ntwo\n\nthree') };
  const server = versionsOf(began.texts, text(texts.merged), text(texts.now));
  await using backend = await openOwnBackend(server);
  using ___ = catchErrors();
  const { submitEdit } = await load();
  const first = text(texts.first);
  const edit = { base: began, attempts: [{ id: 'edit-first', version: 3, etag: '"3"', post: first }], from: first };
  expect(await submitEdit({ ...editOf('', edit), post: text(texts.typed) })).toBe('taken');
  expect(JSON.parse(puts(backend).at(-1)?.body ?? '')).toEqual(text(texts.expected));
});

test.each([
  {
    what: 'asks about no word that was typed over its rest',
    began: 'one\n\ntwo',
    first: 'One\n\nTwo',
    versions: ['ONE\n\ntwo', 'ONE\n\nTwo'],
    typed: 'One\n\nTWO',
    expected: 'ONE\n\nTWO',
  },
  {
    what: 'brings back nothing of its rest that was removed since',
    began: 'one\n\ntwo\n\nthree',
    first: 'One\n\ntwo\n\nthree\n\nfour',
    versions: ['ONE\n\ntwo\n\nthree', 'ONE\n\ntwo\n\nthree\n\nfour', 'ONE\n\ntwo\n\nthree'],
    typed: 'One\n\nTwo\n\nthree\n\nfour',
    expected: 'ONE\n\nTwo\n\nthree',
  },
])('an edit begun from one that its author decided against in part $what', async (texts) => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const text = (content: string) => ({ ...base.texts, content });
  const [first, versions] = [text(texts.first), texts.versions.map(text)];
  const began = { version: 3, etag: '"3"', texts: text(texts.began) };
  await using ___ = await openOwnBackend(versionsOf(began.texts, ...versions));
  using ____ = catchErrors();
  const { submitEdit, readOutbox } = await load();
  const edit = { base: began, attempts: [{ id: 'edit-first', version: 3, etag: '"3"', post: first }], from: first };
  expect(await submitEdit({ ...editOf('', edit), post: text(texts.typed) })).toBe('conflict');
  const [{ state, work }] = (await readOutbox()) as [EditEntry];
  if (state.name !== 'conflict') throw new Error('No conflict');
  const merge = mergeTexts(work.base.texts, work.post, state.theirs.texts);
  if (merge.kind !== 'conflict') throw new Error('No conflict');
  const places = merge.parts.content.filter(({ kind }) => kind === 'place');
  expect(places).toEqual([{ kind: 'place', base: 'one', mine: 'One', theirs: 'ONE' }]);
  expect(applyDecisions(merge.parts, ['theirs'])).toEqual(text(texts.expected));
});

test.each([
  {
    what: 'a paragraph that its author had removed and brought back',
    began: 'one\n\ntwo\n\nthree',
    sent: ['ONE\n\ntwo\n\nthree', 'ONE\n\ntwo', 'ONE\n\ntwo\n\nthree'],
    versions: ['ONE\n\ntwo'],
    typed: 'ONE\n\nTWO\n\nthree',
    expected: 'ONE\n\nTWO\n\nthree',
  },
  {
    what: 'a text put back to what it was before one that has arrived',
    began: 'one\n\ntwo',
    sent: ['one\n\nTWO', 'one\n\ntwo'],
    versions: ['one\n\nother\n\ntwo', 'one\n\nother\n\nTWO'],
    typed: 'one\n\nthree',
    expected: 'one\n\nother\n\nthree',
  },
  {
    what: 'nothing of an earlier one that was removed since a later one has arrived',
    began: 'one',
    sent: ['one\n\ntwo', 'new\n\none\n\ntwo', 'new\n\n2\n\n3'],
    versions: ['new\n\none\n\ntwo', 'one\n\ntwo'],
    typed: 'new\n\n2',
    expected: '2',
  },
])('an edit begun from others that were merged publishes $what', async ({ began, sent, versions, typed, expected }) => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const text = (content: string) => ({ ...base.texts, content });
  const [last = ''] = sent.slice(-1);
  await using backend = await openOwnBackend(
    versionsOf(text(began), ...versions.map((content) => ({ ...text(content), imgUrl: '/from-afar.png' }))),
  );
  using ___ = catchErrors();
  const { submitEdit } = await load();
  const attempts = sent.map((content, nth) => ({ id: `edit-${nth}`, version: 3, etag: '"3"', post: text(content) }));
  const edit = { base: { version: 3, etag: '"3"', texts: text(began) }, attempts, from: text(last) };
  expect(await submitEdit({ ...editOf('', edit), post: text(typed) })).toBe('taken');
  expect(JSON.parse(puts(backend).at(-1)?.body ?? '')).toEqual({ ...text(expected), imgUrl: '/from-afar.png' });
});

test('an edit begun from the later of two that were merged leaves the earlier one, which was brought back', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const named = (title: string) => ({ ...base.texts, title });
  const merged = (title: string) => ({ ...named(title), imgUrl: '/from-afar.png' });
  await using backend = await openOwnBackend(
    versionsOf(base.texts, merged('First'), merged('Second'), merged('First')),
  );
  using ___ = catchErrors();
  const { submitEdit } = await load();
  const attempts = ['First', 'Second'].map((title) => ({
    id: `edit-${title}`,
    version: 3,
    etag: '"3"',
    post: named(title),
  }));
  const draft = editOf('', { attempts, from: named('Second') });
  expect(await submitEdit({ ...draft, post: { ...named('Second'), content: 'Typed' } })).toBe('taken');
  expect(JSON.parse(puts(backend).at(-1)?.body ?? '')).toEqual({ ...merged('First'), content: 'Typed' });
});

test('an edit begun from one that is in none of the many versions since asks its author about every difference', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const later = Array.from({ length: 13 }, (_, nth) => ({ ...base.texts, imgUrl: `/${nth}.png` }));
  await using backend = await openOwnBackend(versionsOf(base.texts, ...later));
  using ___ = catchErrors();
  const { submitEdit } = await load();
  const attempts = [{ id: 'edit-first', version: 3, etag: '"3"', post: { ...base.texts, title: 'First' } }];
  expect(await submitEdit({ ...editOf('', { attempts }), post: { ...base.texts, title: 'Second' } })).toBe('conflict');
  expect(backend.received.filter(({ path }) => path.includes('/versions/'))).toHaveLength(10);
});

test('an edit waits until it is known what has become of the one that it began from', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const server = versionsOf(base.texts, { ...post('First'), imgUrl: '/from-afar.png' }, post('From afar'));
  await using backend = await openOwnBackend((call) => (call.path.includes('/versions/') ? status(503) : server(call)));
  using ___ = catchErrors();
  const { submitEdit, readOutbox } = await load();
  const attempts = [{ id: 'edit-first', version: 3, etag: '"3"', post: post('First') }];
  expect(await submitEdit(editOf('Second', { attempts, from: post('First') }))).toBe('waiting');
  expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting' }, work: { attempts } }]);
  expect(puts(backend)).toHaveLength(2);
});

test('an edit begun from one that took a paragraph away, and has not arrived, brings it back to nobody', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const text = (content: string) => ({ ...base.texts, content });
  for (const [before, now, expected] of [
    ['one\n\ntwo', 'One\n\ntwo', 'One\n\nthree'],
    ['one\n\ntwo\n\nlast', 'One\n\ntwo\n\nlast', 'One\n\nlast\n\nthree'],
    ['one\n\ntwo\n\nlast', 'one\n\ntwo\n\nLast', 'one\n\nLast\n\nthree'],
  ] as const) {
    const first = text(before.replace('\n\ntwo', ''));
    await using backend = await openOwnBackend(versionsOf(text(before), text(now)));
    using ___ = catchErrors();
    const { submitEdit } = await load();
    const attempts = [{ id: 'edit-first', version: 3, etag: '"3"', post: first }];
    const draft = editOf('', { base: { version: 3, etag: '"3"', texts: text(before) }, attempts, from: first });
    await submitEdit({ ...draft, post: text(`${first.content}\n\nthree`) });
    expect(puts(backend).flatMap(({ body }) => (body.includes('two') ? body : []))).toEqual([]);
    expect(JSON.parse(puts(backend).at(-1)?.body ?? '')).toEqual(text(expected));
  }
});

test('an edit back to the text before one that was merged in part is sent, and overwrites nothing of the rest', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const [first, second] = [post('First'), { ...post('Second'), imgUrl: '/second.png' }];
  // The heading of the second has arrived, and its picture was written over.
  await using backend = await openOwnBackend(versionsOf(base.texts, { ...second, imgUrl: '/from-afar.png' }));
  using ___ = catchErrors();
  const { submitEdit } = await load();
  const attempts = [first, second].map((text) => ({ id: `edit-${text.title}`, version: 3, etag: '"3"', post: text }));
  expect(await submitEdit(editOf('First', { attempts, from: second }))).toBe('taken');
  expect(JSON.parse(puts(backend).at(-1)?.body ?? '')).toEqual({ ...first, imgUrl: '/from-afar.png' });
});

test.each([
  { what: 'has not arrived', now: { ...base.texts, imgUrl: '/from-afar.png' }, told: 'taken' },
  { what: 'was written over', now: post('From afar'), told: 'conflict' },
])('an edit that began from one which $what is merged with the version of both', async ({ now, told }) => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(versionsOf(base.texts, now));
  using ___ = catchErrors();
  const { submitEdit } = await load();
  const first = { ...base.texts, title: 'First' };
  const draft = editOf('', { attempts: [{ id: 'edit-first', version: 3, etag: '"3"', post: first }], from: first });
  // Beside its own paragraph, it has the heading of the first.
  expect(await submitEdit({ ...draft, post: { ...first, content: 'Second' } })).toBe(told);
  if (told === 'taken')
    expect(JSON.parse(puts(backend).at(-1)?.body ?? '')).toEqual({ ...now, title: 'First', content: 'Second' });
});

const large = (title: string) => ({ ...post(title), content: title.padEnd(1_000_000, '.') });

test('edits that are saved again and again offline do not pile up their texts', async () => {
  await using device = openDevice(author);
  using __ = openLocks();
  await using ___ = await openOwnBackend(() => 'drop');
  using ____ = catchErrors();
  const { submitEdit, readOutbox, isEdit, editBasisOf } = await load();
  await submitEdit({ ...editOf('Edit 0'), post: large('Edit 0') });
  for (const title of ['Edit 1', 'Edit 2', 'Edit 3', 'Edit 4', 'Edit 5']) {
    const edit = editBasisOf((await readOutbox()).find(isEdit), undefined) as EditOf;
    await submitEdit(draftOf(title, { id: `edit-${title}`, post: large(title), edit }));
  }
  const [{ work }] = (await readOutbox()).filter(isEdit) as [EditEntry];
  expect(work.post.title).toBe('Edit 5');
  const titles = work.attempts?.map((attempt) => attempt.post?.title);
  expect(titles).toEqual(['Edit 0', undefined, undefined, undefined, 'Edit 4']);
  expect((await device.records()).length).toBeLessThan(4_000_000);
});

test('where the text that may have arrived was too much to keep, the author decides on every difference', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const server = versionsOf({ ...base.texts, imgUrl: '/arrived.png' }, post('From afar'));
  await using ___ = await openOwnBackend(server);
  using ____ = catchErrors();
  const { submitEdit, readOutbox } = await load();
  // The heading is the base's again, which what has arrived may have changed.
  const attempts = [{ id: 'edit-cut', version: 3, etag: '"3"' }];
  expect(await submitEdit(editOf('Typo', { attempts }))).toBe('conflict');
  const [entry] = await readOutbox();
  const { state, work } = entry as EditEntry;
  if (state.name !== 'conflict') throw new Error('No conflict');
  const merge = mergeTexts(work.base.texts, work.post, state.theirs.texts);
  expect(merge).toMatchObject({
    kind: 'conflict',
    parts: { title: [{ kind: 'place', mine: 'Typo', theirs: 'From afar' }], content: [{ kind: 'place' }] },
  });
  const removed = mergeTexts(work.base.texts, post('Typo'), { ...post('Typo'), imgUrl: '/theirs.png' });
  expect(removed).toMatchObject({ parts: { imgUrl: [{ kind: 'place', mine: '', theirs: '/theirs.png' }] } });
});

test('a form that is begun from an edit that was cancelled is untouched until something is typed', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const { isUntouched } = await load();
  const { newTabDraft } = await import('../../src/data/drafts/tab-draft.ts');
  const attempts = [{ id: 'edit-lost', version: 3, etag: '"3"', post: post('Lost') }];
  const { draft } = await newTabDraft('42', { edit: { postId: 'p', begin: () => ({ postId: 'p', base, attempts }) } });
  expect(draft.post).toEqual(base.texts);
  expect(isUntouched(draft)).toBe(true);
  expect(isUntouched({ ...draft, post: post('Typed') })).toBe(false);
});

test('an edit begun beside a cancelled one, from the text before it, takes nothing back that has arrived', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const server = versionsOf(base.texts);
  await using backend = await openOwnBackend(async (call) => {
    await server(call);
    return 'drop' as const;
  });
  using ___ = catchErrors();
  const { submitEdit, readOutbox, cancelAndEdit, readDraft } = await load();
  const { newTabDraft } = await import('../../src/data/drafts/tab-draft.ts');
  expect(await submitEdit(editOf('Arrived'))).toBe('waiting');
  const [entry] = await readOutbox();
  const cancelled = await readDraft((await cancelAndEdit(entry as OutboxEntry)) as string);
  backend.reply = server;
  const begin = () => cancelled?.edit as EditOf;
  const { draft } = await newTabDraft('42', { edit: { postId: 'p', begin } });
  expect(await submitEdit({ ...draft, post: { ...draft.post, imgUrl: '/typed.png' } })).toBe('taken');
  expect(JSON.parse(puts(backend).at(-1)?.body ?? '')).toEqual({ ...post('Arrived'), imgUrl: '/typed.png' });
});
