import { expect, test } from 'vitest';
import { json, openForeignBackend, openOwnBackend, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { openLocks } from './support/locks.ts';
import { draftOf, post } from './support/outbox.ts';

const author = { token: 'abc', userId: '42' };

async function openWithoutLogin() {
  const stack = new AsyncDisposableStack();
  stack.use(openDevice({}));
  stack.use(openLocks());
  stack.use(catchErrors());
  const { openSession, session } = await import('../../src/data/session/session.ts');
  const { submitPost } = await import('../../src/data/outbox/submit.ts');
  const { autosaveDraft } = await import('../../src/data/drafts/draft-autosave.ts');
  openSession();
  return {
    pressPublish: submitPost,
    keepDraft: autosaveDraft,
    logIn: () => session.set(author),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const keysOf = ({ received }: { received: { headers: Record<string, unknown> }[] }) =>
  received.map(({ headers }) => headers['idempotency-key']);

const problem = (httpStatus: number, code: string) =>
  json({ code }, { 'Content-Type': 'application/problem+json' }, httpStatus);
const keyUsed = problem(422, 'idempotency_key_reused');
/** The key has made a post of another text, which is deleted since. */
const keyOfDeleted = problem(410, 'post_not_found');

test('without a login a refusal leaves the form as it was', async () => {
  await using _ = await openOwnBackend(() => status(403));
  await using page = await openWithoutLogin();
  const keeper = page.keepDraft(draftOf('Refused'));
  const { noteSent: onSent, noteAttempt: onAttempt } = keeper;
  expect(await page.pressPublish(keeper.draft(), { onSent, onAttempt })).toBe('refused');
  expect(keeper.draft().sent).toBeUndefined();
});

test('without a login a lost answer tells a form nothing, which may hold another text by then', async () => {
  await using _ = await openOwnBackend(() => 'drop');
  await using page = await openWithoutLogin();
  const told: unknown[] = [];
  expect(await page.pressPublish(draftOf('Lost'), { onSent: (sent) => void told.push(sent) })).toBe('unanswered');
  expect(told).toHaveLength(1);
});

/** A form is left during its call, which the backend refuses once the test says so. */
async function openLeftForm(page: Awaited<ReturnType<typeof openWithoutLogin>>) {
  const { promise: refusal, resolve: refuse } = Promise.withResolvers<Reply>();
  const backend = await openOwnBackend(() => refusal);
  const { readBackup } = await import('../../src/data/drafts/draft-backup.ts');
  const backup = () => readBackup('draft of Left');
  const left = page.keepDraft(draftOf('Left'));
  const { noteSent: onSent, noteAttempt: onAttempt } = left;
  const pressed = page.pressPublish(left.draft(), { onSent, onAttempt });
  await expect.poll(() => backend.received).toHaveLength(1);
  left.leave();
  const kept = backup();
  if (!kept) throw new Error('The form has made no backup.');
  return {
    backend,
    backup,
    /** The next form of the tab, with the same text. */
    next: page.keepDraft(kept, false),
    async answerRefused() {
      refuse(status(403));
      expect(await pressed).toBe('refused');
    },
    [Symbol.asyncDispose]: () => backend[Symbol.asyncDispose](),
  };
}

test('without a login a refusal that a left form gets replaces no text that was typed since', async () => {
  await using page = await openWithoutLogin();
  await using form = await openLeftForm(page);
  form.next.change({ content: 'Typed since.' });
  form.next.leave();
  await form.answerRefused();
  expect(form.backup()?.post.content).toBe('Typed since.');
});

test('without a login a refusal that a left form gets brings no draft of a published post back', async () => {
  await using page = await openWithoutLogin();
  await using form = await openLeftForm(page);
  form.backend.reply = () => status(201);
  expect(await page.pressPublish(form.next.draft(), { onSent: form.next.noteSent })).toBe('taken');
  form.next.letGo();
  await form.answerRefused();
  expect(form.backup()).toBeUndefined();
});

test('without a login a refusal that a left form gets ends the doubt about its text', async () => {
  await using page = await openWithoutLogin();
  await using form = await openLeftForm(page);
  expect(form.backup()?.sent).toBeDefined();
  await form.answerRefused();
  expect(form.backup()).toMatchObject({ post: post('Left') });
  expect(form.backup()?.sent).toBeUndefined();
});

test.each<Reply>(['drop', status(503), status(429)])(
  'without a login a press after no answer (%j) is the same post to the own backend',
  async (reply) => {
    await using backend = await openOwnBackend(() => reply);
    await using page = await openWithoutLogin();
    const keeper = page.keepDraft(draftOf('Again'));
    const press = () => page.pressPublish(keeper.draft(), { onSent: keeper.noteSent });
    expect(await press()).toBe('unanswered');
    backend.reply = () => status(201);
    expect(await press()).toBe('taken');
    expect(keysOf(backend)).toEqual(['draft of Again', 'draft of Again']);
  },
);

test.each([
  ['has arrived', keyUsed],
  ['has arrived and is deleted since', keyOfDeleted],
])('without a login a correction of what %s is published by its author only', async (_, refusal) => {
  await using backend = await openOwnBackend(() => 'drop');
  await using page = await openWithoutLogin();
  const keeper = page.keepDraft(draftOf('Corrected'));
  const press = (isDoubtKnown = false) => page.pressPublish(keeper.draft(), { onSent: keeper.noteSent, isDoubtKnown });
  expect(await press()).toBe('unanswered');
  keeper.change({ content: 'Corrected.' });
  backend.reply = () => refusal;
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

test('without a login a tab that is reloaded before the answer knows of the doubt', async () => {
  await using _ = await openForeignBackend(() => 'hang');
  await using page = await openWithoutLogin();
  const keeper = page.keepDraft(draftOf('Reloaded'));
  void page.pressPublish(keeper.draft(), { onSent: keeper.noteSent });
  const { readBackup } = await import('../../src/data/drafts/draft-backup.ts');
  await expect.poll(() => readBackup('draft of Reloaded')?.sent).toMatchObject({ post: post('Reloaded') });
});

/** What the outbox does after a login. */
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

test('after a login another backend has time to show a post in doubt before it goes again', async () => {
  await using backend = await openForeignBackend(() => 'drop');
  await using page = await openWithoutLogin();
  const keeper = page.keepDraft(draftOf('Late'));
  expect(await page.pressPublish(keeper.draft(), { onSent: keeper.noteSent })).toBe('in doubt');
  page.logIn();
  backend.reply = listsNothing;
  const outbox = await openOutbox();
  expect(await page.pressPublish(keeper.draft())).toBe('waiting');
  await outbox.retry();
  expect(await page.pressPublish(await outbox.takeBack())).toBe('waiting');
  const heldUntil = await outbox.heldUntil();
  await outbox.sendAt(heldUntil - 1);
  expect(await backend.settled()).toHaveLength(1);
  await outbox.sendAt(heldUntil);
  expect(postsTo(backend)).toHaveLength(2);
});

test('after a login a post whose page was closed before the answer waits as long as its call may take', async () => {
  await using backend = await openForeignBackend(() => 'hang');
  await using page = await openWithoutLogin();
  const { timeouts } = await import('../../src/data/timeouts.ts');
  const began = Date.now();
  const keeper = page.keepDraft(draftOf('Closed'));
  const first = page.pressPublish(keeper.draft(), { onSent: keeper.noteSent });
  await expect.poll(() => postsTo(backend)).toHaveLength(1);
  page.logIn();
  backend.reply = listsNothing;
  const outbox = await openOutbox();
  expect(await page.pressPublish(keeper.draft())).toBe('waiting');
  expect(postsTo(backend)).toHaveLength(1);
  expect(await outbox.heldUntil()).toBeGreaterThanOrEqual(began + timeouts.sendTimeoutMs + timeouts.arrivalMs);
  await backend.stop();
  expect(await first).toBe('in doubt');
});

test('without a login another backend gets a post in doubt again by its author only', async () => {
  await using backend = await openForeignBackend(() => 'drop');
  await using page = await openWithoutLogin();
  const keeper = page.keepDraft(draftOf('Nobody'));
  const press = () => page.pressPublish(keeper.draft(), { onSent: keeper.noteSent });
  expect(await press()).toBe('in doubt');
  expect(await press()).toBe('in doubt');
  expect(await backend.settled()).toHaveLength(1);
});

/** A form without a login that is left while its text is on its way, and the next one of the same draft. */
async function pressAndComeBack() {
  const { promise: answered, resolve: answer } = Promise.withResolvers<Reply>();
  const backend = await openForeignBackend(() => answered);
  const page = await openWithoutLogin();
  const { listDrafts, readDraftState } = await import('../../src/data/drafts/drafts.ts');
  const pressed = page.keepDraft(draftOf('', { id: 'left', userId: null, savedAt: 0, post: blank }));
  pressed.change(post('Left'));
  await pressed.flush();
  const onStored = pressed.beginSubmit();
  const publishing = page.pressPublish(pressed.draft(), { onSent: pressed.noteSent, onStored });
  await expect.poll(() => backend.received).toHaveLength(1);
  return {
    next: page.keepDraft(pressed.draft(), false),
    async hearsThatItIsTaken() {
      answer(status(201));
      expect(await publishing).toBe('taken');
      expect((await readDraftState('left')).ended).toBeDefined();
    },
    drafts: async () => (await listDrafts(null)).map((draft) => draft.post.content),
    async [Symbol.asyncDispose]() {
      await page[Symbol.asyncDispose]();
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
