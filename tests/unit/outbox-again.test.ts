import { expect, test } from 'vitest';
import { openOwnBackend, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { openLocks } from './support/locks.ts';
import { draftOf } from './support/outbox.ts';

const author = { token: 'abc', userId: '42' };

async function openWriting() {
  const { openSession } = await import('../../src/data/session.ts');
  const { pressPublish } = await import('../../src/data/outbox/press.ts');
  const { backToForm } = await import('../../src/data/outbox/actions.ts');
  const { readOutbox } = await import('../../src/data/outbox/box.ts');
  const { readDraft, listDrafts, saveDraft } = await import('../../src/data/drafts.ts');
  openSession();
  return { pressPublish, backToForm, readOutbox, readDraft, listDrafts, saveDraft };
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

test('changed before it is pressed again, it is another post and has another key', async () => {
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
  expect(new Set(keysOf(backend.received)).size).toBe(2);
});

test('what is refused after its form was left comes back beside the text that was begun there since', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using ___ = catchErrors();
  await using ____ = await openOwnBackend(() => status(422));
  const { pressPublish, listDrafts, saveDraft } = await openWriting();
  const draft = draftOf('First');
  const pressed = pressPublish(draft, () => false);
  await saveDraft({ ...draftOf('Begun since'), id: draft.id });
  expect(await pressed).toBe('refused');
  expect((await listDrafts('42')).map(({ post }) => post.title).sort()).toEqual(['Begun since', 'First']);
});
