import { expect, test } from 'vitest';
import { json, openForeignBackend, openOwnBackend, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { openLocks } from './support/locks.ts';
import { draftOf, entryOf } from './support/outbox.ts';

const author = { token: 'abc', userId: '42' };

async function openWriting() {
  const { openSession } = await import('../../src/data/session/session.ts');
  const { submitPost } = await import('../../src/data/outbox/submit.ts');
  const { cancelAndEdit } = await import('../../src/data/outbox/entry-actions.ts');
  const { readOutbox } = await import('../../src/data/outbox/outbox-store.ts');
  const { readDraft, listDrafts, saveDraft } = await import('../../src/data/drafts/drafts.ts');
  openSession();
  return { pressPublish: submitPost, backToForm: cancelAndEdit, readOutbox, readDraft, listDrafts, saveDraft };
}

const keysOf = (received: { headers: Record<string, unknown> }[]) =>
  received.map(({ headers }) => headers['idempotency-key']);

test('a post whose answer was lost, taken back and pressed again unchanged, goes under the same key', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using ___ = catchErrors();
  await using backend = await openOwnBackend(() => status(503));
  const { pressPublish, backToForm, readOutbox, readDraft } = await openWriting();
  expect(await pressPublish(draftOf('Doubt'))).toBe('waiting');
  const [entry] = await readOutbox();
  if (!entry) throw new Error('Nothing waits.');
  const draft = await readDraft((await backToForm(entry)) ?? '');
  if (!draft) throw new Error('It did not come back.');
  backend.reply = () => status(201);
  expect(await pressPublish(draft)).toBe('taken');
  const keys = keysOf(backend.received);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('corrected before it is pressed again, it goes under the same key', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using ___ = catchErrors();
  await using backend = await openOwnBackend(() => status(503));
  const { pressPublish, backToForm, readOutbox, readDraft } = await openWriting();
  await pressPublish(draftOf('Doubt'));
  const [entry] = await readOutbox();
  const draft = entry && (await readDraft((await backToForm(entry)) ?? ''));
  if (!draft) throw new Error('It did not come back.');
  backend.reply = () => status(201);
  expect(await pressPublish({ ...draft, post: { ...draft.post, content: 'Something else.' } })).toBe('taken');
  expect(new Set(keysOf(backend.received)).size).toBe(1);
  expect(JSON.parse(backend.received[1]?.body ?? '')).toMatchObject({ content: 'Something else.' });
});

test('A post refused after its form was left comes back beside the text begun there since', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using ___ = catchErrors();
  await using ____ = await openOwnBackend(() => status(422));
  const { pressPublish, listDrafts, saveDraft } = await openWriting();
  const draft = draftOf('First');
  const pressed = pressPublish(draft, { isOpen: () => false });
  await saveDraft({ ...draftOf('Begun since'), id: draft.id, savedAt: draft.savedAt + 1 });
  expect(await pressed).toBe('refused');
  expect((await listDrafts('42')).map(({ post }) => post.title).sort()).toEqual(['Begun since', 'First']);
});

test('A post corrected during its lookup is sent as corrected', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const { promise: listed, resolve: list } = Promise.withResolvers<void>();
  await using backend = await openForeignBackend(async ({ method }) => {
    if (method === 'POST') return status(201);
    await listed;
    return json([]);
  });
  const { pressPublish, backToForm, readOutbox, readDraft } = await openWriting();
  const { putEntry } = await import('../../src/data/outbox/outbox-store.ts');
  const { sendOutbox } = await import('../../src/data/outbox/send-outbox.ts');
  const { callTransport } = await import('../../src/data/outbox/transport.ts');
  const entry = entryOf('Hasty', { isInDoubt: true, idsBefore: [] });
  await putEntry(entry);
  const other = sendOutbox({ userId: '42', transport: callTransport('abc', false), scope: 'all' });
  await eventually(() => expect(backend.received).toHaveLength(1));
  const draft = await readDraft((await backToForm(entry)) ?? '');
  if (!draft) throw new Error('It did not come back.');
  const pressed = pressPublish({ ...draft, post: { ...draft.post, content: 'Considered.' } });
  await eventually(async () => expect(await readOutbox()).toHaveLength(1));
  list();
  await Promise.all([other, pressed]);
  const sent = backend.received.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).content);
  expect(sent).toEqual(['Considered.']);
  expect(await readOutbox()).toEqual([]);
});

test('a post is taken back whenever its call ends, also just as that is looked at', async () => {
  await using _ = openDevice(author);
  const { backToForm, readOutbox } = await openWriting();
  const { putEntry, changeEntry } = await import('../../src/data/outbox/outbox-store.ts');
  for (let reads = 0; reads < 8; reads++) {
    const entry = entryOf('Sent', { tries: 1, state: { name: 'sending' } });
    await putEntry(entry);
    const taken = backToForm(entry);
    for (let read = 0; read < reads; read++) await readOutbox();
    await changeEntry(entry.id, (latest) => ({ ...latest, state: { name: 'waiting', notBefore: 0, heldUntil: 0 } }));
    expect(await taken).toBe(entry.id);
  }
});
