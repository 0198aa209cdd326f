import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Backend, openOwnBackend, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { replace } from './support/global.ts';
import { openLocks } from './support/locks.ts';
import { draftOf } from './support/outbox.ts';
import { openPage, type Page } from './support/page.tsx';
import { openRecordFaults, type RecordFaults } from './support/record-faults.ts';

const author = { token: 'abc', userId: '42' };

async function openCreate() {
  const { Create } = await import('../../src/app/screens/Create.tsx');
  const { openSession } = await import('../../src/data/session/session.ts');
  openSession();
  const page = openPage(<Create />, '/create');
  await screen.findByLabelText('Blog Content');
  return page;
}

const loadDrafts = () => import('../../src/data/drafts/drafts.ts');
const content = () => screen.getByLabelText<HTMLTextAreaElement>('Blog Content');
const keptLine = () => document.querySelector('.kept-line')?.textContent;

/** Or the text would be tried again once the device of the next test is there. */
async function tidyUp({ user }: Page, faults: RecordFaults) {
  faults.hasRoomFor = () => true;
  await user.clear(content());
  await eventually(() => expect(keptLine()).toBe(''));
}

/** A device whose database can be made to fail, and a backend that takes every post. */
async function openFaultyDevice() {
  await using owned = new AsyncDisposableStack();
  owned.use(openDevice(author));
  owned.use(openLocks());
  const faults = owned.use(openRecordFaults());
  const backend = owned.use(await openOwnBackend(() => status(201)));
  owned.use(catchErrors());
  const opened = owned.move();
  return { faults, backend, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** The author reads it, and has the text on screen; the backend has heard nothing. */
async function isNotPublished(text: string, backend: Backend) {
  expect((await screen.findByRole('alert')).textContent).toContain('Not published');
  expect(content().value).toBe(text);
  expect(await backend.settled()).toEqual([]);
}

test('A screen that is left and opened again has its text again', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  {
    using page = await openCreate();
    await page.user.click(content());
    await page.user.paste('The last word');
  }
  using ___ = await openCreate();
  expect(content().value).toBe('The last word');
});

test('The screen says whether the text it shows is saved', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using page = await openCreate();
  expect(keptLine()).toBe('');
  await page.user.type(content(), 'a');
  expect(keptLine()).toContain('Saving…');
  await eventually(() => expect(keptLine()).toContain('Saved on this device'));
});

function hide(): Disposable {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  return { [Symbol.dispose]: () => void Reflect.deleteProperty(document, 'visibilityState') };
}

test.each([
  ['hidden', hide],
  ['frozen', () => document.dispatchEvent(new Event('freeze'))],
  ['left', () => dispatchEvent(new Event('pagehide'))],
])('A page that is %s has put aside at that moment what was just typed', async (_, goes) => {
  await using __ = openDevice(author);
  using ___ = openLocks();
  using ____ = await openCreate();
  const { readBackups } = await import('../../src/data/drafts/draft-backup.ts');
  // The form has begun to listen once its effects have run.
  await act(async () => undefined);
  fireEvent.change(content(), { target: { value: 'abc' } });
  expect(readBackups()).toEqual([]);
  const went = goes();
  expect(readBackups()).toMatchObject([{ post: { content: 'abc' } }]);
  if (typeof went === 'object') went[Symbol.dispose]();
  const { listDrafts } = await loadDrafts();
  await eventually(async () => expect(await listDrafts('42')).toMatchObject([{ post: { content: 'abc' } }]));
});

test('asks before a page without session storage is left with a text that is not saved', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using ___ = catchErrors();
  using ____ = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  using _____ = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  using ______ = await openCreate();
  await act(async () => undefined);
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  fireEvent.change(content(), { target: { value: 'abc' } });
  expect(isAsked()).toBe(true);
  await eventually(() => expect(keptLine()).toContain('Saved on this device'));
  expect(isAsked()).toBe(false);
});

test('A text that could not be saved is reported, and not replaced by an earlier draft', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  using ___ = catchErrors();
  const { saveDraft } = await loadDrafts();
  await saveDraft(draftOf('Earlier', { origin: 'deleted post', savedAt: Date.now() }));
  using page = await openCreate();
  faults.hasRoomFor = () => false;
  await page.user.type(content(), 'abc');
  await eventually(() => expect(keptLine()).toContain('Not saved: this device has no room'));
  await page.user.click(screen.getByRole('button', { name: 'Open Earlier' }));
  await screen.findByText('What you are writing is not saved on this device, and would be lost.');
  expect(content().value).toBe('abc');
  await tidyUp(page, faults);
});

test('A post that cannot be stored is not published, and the author reads so with the text on screen', async () => {
  await using fixture = await openFaultyDevice();
  const { faults, backend } = fixture;
  using page = await openCreate();
  faults.hasRoomFor = () => false;
  await page.user.type(content(), 'abc');
  await page.user.click(screen.getByRole('button', { name: 'Create Blog' }));
  await isNotPublished('abc', backend);
  await tidyUp(page, faults);
});

test('A draft that could not be saved is retried until it is, though nobody types on', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  using ___ = catchErrors();
  const { timeouts } = await import('../../src/data/timeouts.ts');
  using ____ = replace(timeouts, { unsavedRetryMs: 20 });
  using page = await openCreate();
  faults.hasRoomFor = () => false;
  await page.user.type(content(), 'abc');
  await eventually(() => expect(keptLine()).toContain('Not saved: this device has no room'));
  faults.hasRoomFor = () => true;
  await eventually(() => expect(keptLine()).toContain('Saved on this device'));
  await tidyUp(page, faults);
});

test('A post that a hanging device does not store is not published, and stays on screen', async () => {
  await using fixture = await openFaultyDevice();
  const { faults, backend } = fixture;
  const { timeouts } = await import('../../src/data/timeouts.ts');
  using _ = replace(timeouts, { deviceTimeoutMs: 20 });
  using page = await openCreate();
  const hanging = await faults.hang();
  await page.user.type(content(), 'abc');
  await page.user.click(screen.getByRole('button', { name: 'Create Blog' }));
  await isNotPublished('abc', backend);
  hanging[Symbol.dispose]();
  await tidyUp(page, faults);
});

test('A submit that hangs says so, can be left, and publishes once the device answers', async () => {
  await using fixture = await openFaultyDevice();
  const { faults, backend } = fixture;
  const { timeouts } = await import('../../src/data/timeouts.ts');
  using page = await openCreate();
  await page.user.type(content(), 'abc');
  await eventually(() => expect(keptLine()).toContain('Saved'));
  const hanging = await faults.hang();
  const impatience = replace(timeouts, { deviceTimeoutMs: 20 });
  await page.user.click(screen.getByRole('button', { name: 'Create Blog' }));
  expect((await screen.findByRole('alert')).textContent).toContain('does not answer');
  impatience[Symbol.dispose]();
  expect(await backend.settled()).toEqual([]);
  await page.user.click(screen.getByRole('button', { name: 'Set aside and start afresh' }));
  await eventually(() => expect(content().value).toBe(''));
  hanging[Symbol.dispose]();
  await eventually(() => expect(backend.received).toHaveLength(1));
  const { listDrafts } = await loadDrafts();
  await eventually(async () => expect(await listDrafts('42')).toEqual([]));
});

test('Earlier drafts show heading, first words, age and size, and can be discarded and restored', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const { saveDraft, listDrafts } = await loadDrafts();
  await saveDraft(draftOf('Gone', { origin: 'deleted post', savedAt: Date.now() }));
  using page = await openCreate();
  const slip = (await screen.findByRole('heading', { name: 'Gone' })).closest('li');
  expect(slip?.textContent).toContain('Gone, at length.');
  expect(slip?.textContent).toContain('16 characters');
  await page.user.click(screen.getByRole('button', { name: 'Discard Gone' }));
  await screen.findByText('Discarded “Gone”.');
  const titles = async () => (await listDrafts('42')).map(({ post }) => post.title);
  expect(await titles()).not.toContain('Gone');
  await page.user.click(screen.getByRole('button', { name: 'Take back Gone' }));
  await screen.findByRole('button', { name: 'Open Gone' });
  expect(await titles()).toContain('Gone');
  await page.user.click(screen.getByRole('button', { name: 'Open Gone' }));
  await eventually(() => expect(content().value).toBe('Gone, at length.'));
});

test('A cancelled post does not overwrite what has been typed since', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using ___ = await openOwnBackend(() => status(503));
  using ____ = catchErrors();
  const { submitPost } = await import('../../src/data/outbox/submit.ts');
  const { readOutbox } = await import('../../src/data/outbox/outbox-store.ts');
  const { cancelAndEdit } = await import('../../src/data/outbox/entry-actions.ts');
  const { openSession } = await import('../../src/data/session/session.ts');
  const { saveDraft, listDrafts } = await loadDrafts();
  openSession();
  const draft = draftOf('First');
  await submitPost(draft);
  await saveDraft({ ...draft, post: { ...draft.post, title: 'Second' }, savedAt: draft.savedAt + 1 });
  const [entry] = await readOutbox();
  if (!entry) throw new Error('Nothing waits');
  await cancelAndEdit(entry);
  expect((await listDrafts('42')).map(({ post }) => post.title).sort()).toEqual(['First', 'Second']);
});

test('Undoing a discard restores the entry with its key, and in doubt if it was', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const { putEntry, changeEntry, readOutbox } = await import('../../src/data/outbox/outbox-store.ts');
  const { discardEntry, undoDiscard } = await import('../../src/data/outbox/entry-actions.ts');
  const { entryOf } = await import('./support/outbox.ts');
  const { listDrafts, readDrafts } = await loadDrafts();
  const shown = entryOf('Shown');
  await putEntry(shown);
  await changeEntry(shown.id, (entry) => ({ ...entry, isInDoubt: true, idsBefore: ['1'] }));
  const discarded = await discardEntry(shown);
  expect(discarded?.entry).toMatchObject({ isInDoubt: true, idsBefore: ['1'] });
  expect([await readOutbox(), await listDrafts('42')]).toEqual([[], []]);
  expect(await readDrafts('42')).toMatchObject([{ post: { title: 'Shown' } }]);
  expect(discarded && (await undoDiscard(discarded))).toBe(true);
  expect(await readOutbox()).toEqual([discarded?.entry]);
  expect(await readDrafts('42')).toEqual([]);
});

test('a delete that may have arrived leaves the text behind when it is undone', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const { putEntry } = await import('../../src/data/outbox/outbox-store.ts');
  const { discardEntry } = await import('../../src/data/outbox/entry-actions.ts');
  const { entryOf, post } = await import('./support/outbox.ts');
  const { listDrafts } = await loadDrafts();
  const work = { kind: 'delete', postId: 'p1', post: post('Doubtful') } as const;
  const entry = entryOf('Doubtful', { work, isInDoubt: true });
  await putEntry(entry);
  await discardEntry(entry);
  expect(await listDrafts('42')).toMatchObject([{ post: post('Doubtful'), origin: 'deleted post' }]);
});

test('A post submitted as another author logs in stays its own author’s, and is not sent by the other', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  using ___ = catchErrors();
  const { session } = await import('../../src/data/session/session.ts');
  const { listDrafts } = await loadDrafts();
  using page = await openCreate();
  await page.user.click(content());
  await page.user.paste('Of the first');
  fireEvent.click(screen.getByRole('button', { name: 'Create Blog' }));
  act(() => session.set({ token: 'def', userId: '43' }));
  await eventually(async () => expect(await listDrafts('42')).toMatchObject([{ post: { content: 'Of the first' } }]));
  await eventually(() => expect(content().value).toBe(''));
  expect(await listDrafts('43')).toEqual([]);
  expect(await backend.settled()).toEqual([]);
});

test('With storage failing, a form given to another user shows its text to its author alone', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  using ___ = catchErrors();
  const { session } = await import('../../src/data/session/session.ts');
  using page = await openCreate();
  faults.hasRoomFor = () => false;
  await page.user.click(content());
  await page.user.paste('abc');
  const become = (token: string | null, userId: string) => act(() => session.set({ token, userId }));
  become(null, '42');
  await eventually(() => expect(content().value).toBe(''));
  become('def', '43');
  await eventually(() => expect(content().value).toBe(''));
  become('abc', '42');
  await eventually(() => expect(content().value).toBe('abc'));
  await tidyUp(page, faults);
});
