import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOwnBackend, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { openLocks } from './support/locks.ts';
import { draftOf } from './support/outbox.ts';
import { openPage } from './support/page.tsx';
import { openRecordFaults } from './support/record-faults.ts';

const author = { token: 'abc', userId: '42' };

async function openCreate() {
  const { Create } = await import('../../src/app/screens/Create.tsx');
  const { openSession } = await import('../../src/data/session.ts');
  openSession();
  const page = openPage(<Create />, '/create');
  await screen.findByLabelText('Blog Content');
  return page;
}

const loadDrafts = () => import('../../src/data/drafts.ts');
const content = () => screen.getByLabelText<HTMLTextAreaElement>('Blog Content');
const keptLine = () => document.querySelector('.kept-line')?.textContent;

test('a screen that is left and opened again has its text', async () => {
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

test('the screen says whether what is shown is kept', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using page = await openCreate();
  expect(keptLine()).toBe('');
  await page.user.type(content(), 'a');
  expect(keptLine()).toContain('Saving…');
  await eventually(() => expect(keptLine()).toContain('Saved on this device'));
});

test('a page that is hidden has kept everything at once', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using page = await openCreate();
  await page.user.type(content(), 'abc');
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  using ___ = { [Symbol.dispose]: () => void Reflect.deleteProperty(document, 'visibilityState') };
  document.dispatchEvent(new Event('visibilitychange'));
  await eventually(() => expect(keptLine()).toContain('Saved on this device'));
  const { listDrafts } = await loadDrafts();
  expect(await listDrafts('42')).toMatchObject([{ post: { content: 'abc' } }]);
});

test('a text that lies nowhere but on screen is said to, and not replaced by an earlier draft', async () => {
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
});

test('what the device does not keep is not published, and the author is told with the text on screen', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  await using backend = await openOwnBackend(() => status(201));
  using ___ = catchErrors();
  using page = await openCreate();
  faults.hasRoomFor = () => false;
  await page.user.type(content(), 'abc');
  await page.user.click(screen.getByRole('button', { name: 'Create Blog' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Not published');
  expect(content().value).toBe('abc');
  expect(backend.received).toEqual([]);
});

test('earlier drafts are told by heading, first words, age and size, and can be discarded and taken back', async () => {
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

test('a cancelled post does not write over what has been typed since', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using ___ = await openOwnBackend(() => status(503));
  using ____ = catchErrors();
  const { pressPublish } = await import('../../src/data/outbox/press.ts');
  const { readOutbox } = await import('../../src/data/outbox/box.ts');
  const { backToForm } = await import('../../src/data/outbox/actions.ts');
  const { openSession } = await import('../../src/data/session.ts');
  const { saveDraft, listDrafts } = await loadDrafts();
  openSession();
  const draft = draftOf('First');
  await pressPublish(draft);
  await saveDraft({ ...draft, post: { ...draft.post, title: 'Second' } });
  const [entry] = await readOutbox();
  if (!entry) throw new Error('Nothing waits');
  await backToForm(entry);
  expect((await listDrafts('42')).map(({ post }) => post.title).sort()).toEqual(['First', 'Second']);
});

test('undoing a discard brings back the entry as it was, under its key and with its doubt', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const { putEntry, changeEntry, readOutbox } = await import('../../src/data/outbox/box.ts');
  const { discard, putBack } = await import('../../src/data/outbox/actions.ts');
  const { entryOf } = await import('./support/outbox.ts');
  const { listDrafts, readDrafts } = await loadDrafts();
  const shown = entryOf('Shown');
  await putEntry(shown);
  await changeEntry(shown.id, (entry) => ({ ...entry, isInDoubt: true, sameBefore: 0 }));
  const latest = await discard(shown);
  expect(latest).toMatchObject({ isInDoubt: true, sameBefore: 0 });
  expect([await readOutbox(), await listDrafts('42')]).toEqual([[], []]);
  expect(await readDrafts('42')).toMatchObject([{ post: { title: 'Shown' } }]);
  if (latest) await putBack(latest);
  expect(await readOutbox()).toEqual([latest]);
  expect(await readDrafts('42')).toEqual([]);
});

test('a delete that may have arrived leaves the text behind when it is undone', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  const { putEntry } = await import('../../src/data/outbox/box.ts');
  const { discard } = await import('../../src/data/outbox/actions.ts');
  const { entryOf, post } = await import('./support/outbox.ts');
  const { listDrafts } = await loadDrafts();
  const work = { kind: 'delete', postId: 'p1', post: post('Doubtful') } as const;
  const entry = entryOf('Doubtful', { work, isInDoubt: true });
  await putEntry(entry);
  await discard(entry);
  expect(await listDrafts('42')).toMatchObject([{ post: post('Doubtful'), origin: 'deleted post' }]);
});
