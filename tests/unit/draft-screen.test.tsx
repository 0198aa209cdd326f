import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { textsOf } from '../../src/writing/record/post-record.ts';
import { openOwnBackend, status } from './support/backend.ts';
import { openCreate } from './support/create-screen.tsx';
import { eventually } from './support/eventually.ts';
import { author, openForms, post } from './support/forms.ts';
import { replace } from './support/global.ts';
import type { Page } from './support/page.tsx';
import type { RecordFaults } from './support/record-faults.ts';
import { putRecords, recordOf } from './support/writing.ts';

/** Returns the contents of the drafts on the device that this author can see. */
async function drafts(userId: string | null = author.userId) {
  const { readDrafts } = await import('../../src/writing/record/read-writing.ts');
  return (await readDrafts(userId)).flatMap(({ draft }) => (draft && !draft.discarded ? [draft.text.content] : []));
}

const content = () => screen.getByLabelText<HTMLTextAreaElement>('Blog Content');
const keptLine = () => document.querySelector('.kept-line')?.textContent;

/** Empties the form. Otherwise, the app would save its unsaved text during the next test. */
async function tidyUp({ user }: Page, faults: RecordFaults) {
  faults.hasRoomFor = () => true;
  await user.clear(content());
  await eventually(() => expect(keptLine()).toBe(''));
}

test('the create form restores the typed text when the author opens the form again', async () => {
  await using _ = await openForms();
  {
    using page = await openCreate();
    await page.user.click(content());
    await page.user.paste('The last word');
  }
  using __ = await openCreate();
  expect(content().value).toBe('The last word');
});

test('Enter during IME composition (keyCode 229) does not continue a list', async () => {
  await using _ = await openForms();
  using page = await openCreate();
  await page.user.click(content());
  await page.user.paste('- one');
  expect(fireEvent.keyDown(content(), { key: 'Enter', keyCode: 229 })).toBe(true);
  expect(content().value).toBe('- one');
  expect(fireEvent.keyDown(content(), { key: 'Enter', keyCode: 13 })).toBe(false);
  expect(content().value).toBe('- one\n- ');
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
])('when the page is %s, the form backs up the typed text at once', async (_, goes) => {
  await using __ = await openForms();
  using ___ = await openCreate();
  const { readTabBackups } = await import('../../src/writing/record/tab-backup.ts');
  // Runs the effects that add the form's listeners.
  await act(async () => undefined);
  fireEvent.change(content(), { target: { value: 'abc' } });
  expect(readTabBackups()).toEqual([]);
  const went = goes();
  expect(readTabBackups()).toMatchObject([{ typed: { text: { content: 'abc' } } }]);
  if (typeof went === 'object') went[Symbol.dispose]();
  await eventually(async () => expect(await drafts()).toEqual(['abc']));
  await eventually(() => expect(readTabBackups()).toEqual([]));
});

test('without session storage, asks before leaving the page while a text is unsaved', async () => {
  await using _ = await openForms();
  using __ = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  using ___ = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  using ____ = await openCreate();
  await act(async () => undefined);
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  fireEvent.change(content(), { target: { value: 'abc' } });
  expect(isAsked()).toBe(true);
  await eventually(() => expect(keptLine()).toContain('Draft saved on this device.'));
  expect(isAsked()).toBe(false);
});

const earlier = (title: string) =>
  recordOf(title, {
    draft: { text: { ...post(`${title}, at length.`), title }, origin: 'deleted post' },
    changedAt: Date.now(),
  });

test('does not open another draft while the current text is unsaved, and says why', async () => {
  await using forms = await openForms();
  const { faults } = forms;
  await putRecords(earlier('Earlier'));
  using page = await openCreate();
  faults.hasRoomFor = () => false;
  await page.user.type(content(), 'abc');
  await eventually(() => expect(keptLine()).toContain('Not saved: this device has no room'));
  await page.user.click(screen.getByRole('button', { name: 'Open Earlier' }));
  await screen.findByText('Your current text is not saved on this device and would be lost.');
  expect(content().value).toBe('abc');
  await tidyUp(page, faults);
});

test.each([
  ['full', async (faults: RecordFaults) => replace(faults, { hasRoomFor: () => false })],
  ['hanging', (faults: RecordFaults) => faults.hang()],
])('does not publish a post that a %s database cannot store, and keeps it on screen', async (_, breaks) => {
  await using backend = await openOwnBackend(() => status(201));
  await using forms = await openForms();
  const { timeouts } = await import('../../src/device/timeouts.ts');
  using __ = replace(timeouts, { databaseTimeoutMs: 20 });
  using page = await openCreate();
  const broken = await breaks(forms.faults);
  await page.user.type(content(), 'abc');
  await page.user.click(screen.getByRole('button', { name: 'Create Blog' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Not published');
  expect(content().value).toBe('abc');
  expect(await backend.settled()).toEqual([]);
  broken[Symbol.dispose]();
  await tidyUp(page, forms.faults);
});

test('lists drafts with heading, excerpt and size; discards, restores and opens them', async () => {
  await using _ = await openForms();
  await putRecords(earlier('Gone'));
  using page = await openCreate();
  const slip = (await screen.findByRole('heading', { name: 'Gone' })).closest('li');
  expect(slip?.textContent).toContain('Gone, at length.');
  expect(slip?.textContent).toContain('16 characters');
  await page.user.click(screen.getByRole('button', { name: 'Discard Gone' }));
  await screen.findByText('Discarded “Gone”.');
  expect(await drafts()).toEqual([]);
  await page.user.click(screen.getByRole('button', { name: 'Restore Gone' }));
  await screen.findByRole('button', { name: 'Open Gone' });
  expect(await drafts()).toEqual(['Gone, at length.']);
  await page.user.click(screen.getByRole('button', { name: 'Open Gone' }));
  await eventually(() => expect(content().value).toBe('Gone, at length.'));
});

test("if another user logs in during a submit, the author's text is stored, not sent", async () => {
  await using backend = await openOwnBackend(() => status(201));
  await using _ = await openForms();
  const { session } = await import('../../src/session/session.ts');
  using page = await openCreate();
  await page.user.click(content());
  await page.user.paste('Of the first');
  fireEvent.click(screen.getByRole('button', { name: 'Create Blog' }));
  act(() => session.set({ token: 'def', userId: '43' }));
  const { readOwn } = await import('../../src/writing/record/record-store.ts');
  const own = async () => (await readOwn('42')).flatMap(textsOf);
  await eventually(async () => expect(await own()).toMatchObject([{ content: 'Of the first' }]));
  await eventually(() => expect(content().value).toBe(''));
  expect(await drafts('43')).toEqual([]);
  expect(await backend.settled()).toEqual([]);
});

test('while the database is full, an unsaved text is shown only to its own author', async () => {
  await using forms = await openForms();
  const { faults } = forms;
  const { session } = await import('../../src/session/session.ts');
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
