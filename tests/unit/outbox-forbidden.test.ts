import { expect, test, vi } from 'vitest';
import { json, openForeignBackend, openOwnBackend, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { openLocks } from './support/locks.ts';
import { draftOf, post } from './support/outbox.ts';

const author = { token: 'abc', userId: '42' };

/** As a browser does whose person forbids all sites, or this one, to keep anything. */
function forbidDatabase(): Disposable {
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('As the test wants it', 'SecurityError');
  });
  return { [Symbol.dispose]: () => open.mockRestore() };
}

async function openForbidden(who: Partial<typeof author> = author) {
  const stack = new AsyncDisposableStack();
  stack.use(openDevice(who));
  stack.use(openLocks());
  stack.use(catchErrors());
  const forbidding = stack.use(forbidDatabase());
  const { openSession } = await import('../../src/data/session/session.ts');
  const { submitPost, submitDelete } = await import('../../src/data/outbox/submit.ts');
  const { autosaveDraft } = await import('../../src/data/drafts/draft-autosave.ts');
  openSession();
  return {
    pressPublish: submitPost,
    pressDelete: submitDelete,
    keepDraft: autosaveDraft,
    /** From now on the device keeps what it is given. */
    allowDatabase: () => forbidding[Symbol.dispose](),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const keysOf = ({ received }: { received: { headers: Record<string, unknown> }[] }) =>
  received.map(({ headers }) => headers['idempotency-key']);

const keyUsed = json({ code: 'idempotency_key_reused' }, { 'Content-Type': 'application/problem+json' }, 422);

test('where IndexedDB is forbidden, a post is sent at once, for its author alone', async () => {
  await using backend = await openOwnBackend(() => status(201));
  await using forbidden = await openForbidden();
  expect(await forbidden.pressPublish(draftOf('Forbidden'))).toBe('taken');
  expect(backend.received).toMatchObject([{ method: 'POST', path: '/blog/posts' }]);
  expect(JSON.parse(backend.received[0]?.body ?? '')).toEqual(post('Forbidden'));
  expect(backend.received[0]?.headers).toMatchObject({
    authorization: 'Bearer abc',
    'idempotency-key': 'draft of Forbidden',
    'storyline-author': '42',
  });
});

test('where there is no IndexedDB at all, a post is sent at once', async () => {
  await using backend = await openOwnBackend(() => status(201));
  await using forbidden = await openForbidden();
  const database = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB') ?? {};
  Reflect.deleteProperty(globalThis, 'indexedDB');
  try {
    expect(await forbidden.pressPublish(draftOf('Without'))).toBe('taken');
  } finally {
    Object.defineProperty(globalThis, 'indexedDB', database);
  }
  expect(backend.received).toHaveLength(1);
});

test('where IndexedDB is forbidden, a refusal leaves the form as it was', async () => {
  await using _ = await openOwnBackend(() => status(403));
  await using forbidden = await openForbidden();
  const keeper = forbidden.keepDraft(draftOf('Refused'));
  const { noteSent: onSent, noteRefused: onRefused } = keeper;
  expect(await forbidden.pressPublish(keeper.draft(), { onSent, onRefused })).toBe('refused');
  expect(keeper.draft().sent).toBeUndefined();
});

test('where IndexedDB is forbidden, a lost answer tells a form nothing, which may hold another text by then', async () => {
  await using _ = await openOwnBackend(() => 'drop');
  await using forbidden = await openForbidden();
  const told: unknown[] = [];
  expect(await forbidden.pressPublish(draftOf('Lost'), { onSent: (sent) => void told.push(sent) })).toBe('unanswered');
  expect(told).toHaveLength(1);
});

/** A form is left during its call, which the backend refuses once the test says so. */
async function openLeftForm(forbidden: Awaited<ReturnType<typeof openForbidden>>) {
  const { promise: refusal, resolve: refuse } = Promise.withResolvers<Reply>();
  const backend = await openOwnBackend(() => refusal);
  const { readBackup } = await import('../../src/data/drafts/draft-backup.ts');
  const backup = () => readBackup('draft of Left', undefined);
  const left = forbidden.keepDraft(draftOf('Left'));
  const { noteSent: onSent, noteRefused: onRefused } = left;
  const pressed = forbidden.pressPublish(left.draft(), { onSent, onRefused });
  await expect.poll(() => backend.received).toHaveLength(1);
  left.leave();
  const kept = backup();
  if (!kept) throw new Error('The form has made no backup.');
  return {
    backend,
    backup,
    /** The next form of the tab, with the same text. */
    next: forbidden.keepDraft(kept, false),
    async answerRefused() {
      refuse(status(403));
      expect(await pressed).toBe('refused');
    },
    [Symbol.asyncDispose]: () => backend[Symbol.asyncDispose](),
  };
}

test('where IndexedDB is forbidden, a refusal that a left form gets replaces no text that was typed since', async () => {
  await using forbidden = await openForbidden();
  await using form = await openLeftForm(forbidden);
  form.next.change({ content: 'Typed since.' });
  form.next.leave();
  await form.answerRefused();
  expect(form.backup()?.post.content).toBe('Typed since.');
});

test('where IndexedDB is forbidden, a refusal that a left form gets brings no draft of a published post back', async () => {
  await using forbidden = await openForbidden();
  await using form = await openLeftForm(forbidden);
  form.backend.reply = () => status(201);
  expect(await forbidden.pressPublish(form.next.draft(), { onSent: form.next.noteSent })).toBe('taken');
  form.next.letGo();
  await form.answerRefused();
  expect(form.backup()).toBeUndefined();
});

test('where IndexedDB is forbidden, a refusal that a left form gets ends the doubt about its text', async () => {
  await using forbidden = await openForbidden();
  await using form = await openLeftForm(forbidden);
  expect(form.backup()?.sent).toBeDefined();
  await form.answerRefused();
  expect(form.backup()).toMatchObject({ post: post('Left') });
  expect(form.backup()?.sent).toBeUndefined();
});

test.each<Reply>(['drop', status(503), status(429)])(
  'where IndexedDB is forbidden, a press after no answer (%j) is the same post to the own backend',
  async (reply) => {
    await using backend = await openOwnBackend(() => reply);
    await using forbidden = await openForbidden();
    const keeper = forbidden.keepDraft(draftOf('Again'));
    const press = () => forbidden.pressPublish(keeper.draft(), { onSent: keeper.noteSent });
    expect(await press()).toBe('unanswered');
    backend.reply = () => status(201);
    expect(await press()).toBe('taken');
    expect(keysOf(backend)).toEqual(['draft of Again', 'draft of Again']);
  },
);

test('where IndexedDB is forbidden, a correction of what has arrived is published by its author only', async () => {
  await using backend = await openOwnBackend(() => 'drop');
  await using forbidden = await openForbidden();
  const keeper = forbidden.keepDraft(draftOf('Corrected'));
  const press = (isDoubtKnown = false) =>
    forbidden.pressPublish(keeper.draft(), { onSent: keeper.noteSent, isDoubtKnown });
  expect(await press()).toBe('unanswered');
  keeper.change({ content: 'Corrected.' });
  backend.reply = () => keyUsed;
  expect(await press()).toBe('in doubt');
  expect(await press()).toBe('in doubt');
  backend.reply = () => 'drop';
  expect(await press(true)).toBe('unanswered');
  backend.reply = () => status(201);
  expect(await press()).toBe('taken');
  const [first, second, third, fourth, fifth] = keysOf(backend);
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
  expect(fifth).toBe(fourth);
});

test('where IndexedDB is forbidden, another backend gets a post in doubt again by its author only', async () => {
  await using backend = await openForeignBackend(() => 'drop');
  await using forbidden = await openForbidden();
  const keeper = forbidden.keepDraft(draftOf('Foreign'));
  const press = (isDoubtKnown = false) =>
    forbidden.pressPublish(keeper.draft(), { onSent: keeper.noteSent, isDoubtKnown });
  expect(await press()).toBe('in doubt');
  backend.reply = () => status(201);
  expect(await press()).toBe('in doubt');
  expect(await backend.settled()).toHaveLength(1);
  expect(await press(true)).toBe('taken');
  expect(backend.received).toHaveLength(2);
});

test('where IndexedDB is forbidden, a tab that is reloaded before the answer knows of the doubt', async () => {
  await using _ = await openForeignBackend(() => 'hang');
  await using forbidden = await openForbidden();
  const keeper = forbidden.keepDraft(draftOf('Reloaded'));
  void forbidden.pressPublish(keeper.draft(), { onSent: keeper.noteSent });
  const { readBackup } = await import('../../src/data/drafts/draft-backup.ts');
  await expect.poll(() => readBackup('draft of Reloaded', undefined)?.sent).toMatchObject({ post: post('Reloaded') });
});

/** What the outbox does once IndexedDB is allowed. */
async function openOutbox() {
  const { readOutbox } = await import('../../src/data/outbox/outbox-store.ts');
  const { sendOutbox } = await import('../../src/data/outbox/send-outbox.ts');
  const { callTransport } = await import('../../src/data/outbox/transport.ts');
  const { cancelAndEdit, retryEntry } = await import('../../src/data/outbox/entry-actions.ts');
  const { readDraft } = await import('../../src/data/drafts/drafts.ts');
  const onlyEntry = async () => {
    const [entry] = await readOutbox();
    if (!entry) throw new Error('Nothing waits.');
    return entry;
  };
  return {
    async heldUntil(): Promise<number> {
      const { state } = await onlyEntry();
      return state.name === 'waiting' ? state.heldUntil : 0;
    },
    sendAt: (time: number) =>
      sendOutbox({ userId: '42', transport: callTransport('abc', false), scope: 'all', now: () => time }),
    retry: async () => retryEntry(await onlyEntry()),
    async takeBack() {
      const draft = await readDraft((await cancelAndEdit(await onlyEntry())) ?? '');
      if (!draft) throw new Error('It did not come back.');
      return draft;
    },
  };
}

const postsTo = ({ received }: { received: { method: string }[] }) =>
  received.filter(({ method }) => method === 'POST');

const listsNothing = ({ method }: { method: string }) => (method === 'GET' ? json([]) : status(201));

test('once IndexedDB is allowed, another backend has time to show a post in doubt before it goes again', async () => {
  await using backend = await openForeignBackend(() => 'drop');
  await using forbidden = await openForbidden();
  const keeper = forbidden.keepDraft(draftOf('Late'));
  expect(await forbidden.pressPublish(keeper.draft(), { onSent: keeper.noteSent })).toBe('in doubt');
  forbidden.allowDatabase();
  backend.reply = listsNothing;
  const outbox = await openOutbox();
  expect(await forbidden.pressPublish(keeper.draft())).toBe('waiting');
  await outbox.retry();
  expect(await forbidden.pressPublish(await outbox.takeBack())).toBe('waiting');
  const heldUntil = await outbox.heldUntil();
  await outbox.sendAt(heldUntil - 1);
  expect(await backend.settled()).toHaveLength(1);
  await outbox.sendAt(heldUntil);
  expect(postsTo(backend)).toHaveLength(2);
});

test('once IndexedDB is allowed, a post whose page was closed before the answer waits as long as its call may take', async () => {
  await using backend = await openForeignBackend(() => 'hang');
  await using forbidden = await openForbidden();
  const { timeouts } = await import('../../src/data/timeouts.ts');
  const began = Date.now();
  const keeper = forbidden.keepDraft(draftOf('Closed'));
  const first = forbidden.pressPublish(keeper.draft(), { onSent: keeper.noteSent });
  await expect.poll(() => postsTo(backend)).toHaveLength(1);
  forbidden.allowDatabase();
  backend.reply = listsNothing;
  const outbox = await openOutbox();
  expect(await forbidden.pressPublish(keeper.draft())).toBe('waiting');
  expect(postsTo(backend)).toHaveLength(1);
  expect(await outbox.heldUntil()).toBeGreaterThanOrEqual(began + timeouts.sendTimeoutMs + timeouts.arrivalMs);
  await backend.stop();
  expect(await first).toBe('in doubt');
});

test('where IndexedDB is forbidden, a delete is sent at once, for its author alone', async () => {
  await using backend = await openOwnBackend(() => ({ status: 204 }));
  await using forbidden = await openForbidden();
  const listed = { _id: '7', ...post('Gone'), createdAt: '', author: { email: '' }, summary: '' };
  expect(await forbidden.pressDelete(listed)).toBe('taken');
  expect(backend.received).toMatchObject([
    { method: 'DELETE', path: '/blog/posts/7', headers: { 'storyline-author': '42' } },
  ]);
  backend.reply = () => status(403);
  expect(await forbidden.pressDelete(listed)).toBe('refused');
});

test('without a login another backend gets a post in doubt again by its author only', async () => {
  await using backend = await openForeignBackend(() => 'drop');
  await using forbidden = await openForbidden({});
  const keeper = forbidden.keepDraft(draftOf('Nobody'));
  const press = () => forbidden.pressPublish(keeper.draft(), { onSent: keeper.noteSent });
  expect(await press()).toBe('in doubt');
  expect(await press()).toBe('in doubt');
  expect(await backend.settled()).toHaveLength(1);
});

/** A form without a login that is left while its text is on its way, and the next one of the same draft. */
async function pressAndComeBack() {
  const { promise: answered, resolve: answer } = Promise.withResolvers<Reply>();
  const backend = await openForeignBackend(() => answered);
  const forbidden = await openForbidden({});
  forbidden.allowDatabase();
  const { listDrafts, readDraftState } = await import('../../src/data/drafts/drafts.ts');
  const pressed = forbidden.keepDraft(draftOf('', { id: 'left', userId: null, savedAt: 0, post: blank }));
  pressed.change(post('Left'));
  await pressed.flush();
  const onStored = pressed.beginSubmit();
  const publishing = forbidden.pressPublish(pressed.draft(), { onSent: pressed.noteSent, onStored });
  await expect.poll(() => backend.received).toHaveLength(1);
  return {
    next: forbidden.keepDraft(pressed.draft(), false),
    async hearsThatItIsTaken() {
      answer(status(201));
      expect(await publishing).toBe('taken');
      expect((await readDraftState('left')).ended).toBeDefined();
    },
    drafts: async () => (await listDrafts(null)).map((draft) => draft.post.content),
    async [Symbol.asyncDispose]() {
      await forbidden[Symbol.asyncDispose]();
      await backend[Symbol.asyncDispose]();
    },
  };
}

const blank = { title: '', imgUrl: '', content: '' };

test('without a login, what is typed into the next form stays when the answer to the one before comes', async () => {
  await using form = await pressAndComeBack();
  form.next.change({ content: 'Left, at length. And typed since.' });
  await form.next.flush();
  expect(form.next.shown.get().status).toBe('saved');
  await form.hearsThatItIsTaken();
  expect(await form.drafts()).toEqual(['Left, at length. And typed since.']);
});

test('without a login, the next form that nothing was typed in leaves no draft beside the post', async () => {
  await using form = await pressAndComeBack();
  await form.next.flush();
  expect(await form.drafts()).toEqual(['Left, at length.']);
  await form.hearsThatItIsTaken();
  expect(await form.drafts()).toEqual([]);
});
