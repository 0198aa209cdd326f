import { expect, test, vi } from 'vitest';
import { openOwnBackend } from './support/backend.ts';
import { eventually } from './support/eventually.ts';
import { contentOf, loadForms, openForms, shownDrafts } from './support/forms.ts';
import { replace } from './support/global.ts';
import { draftOf, post, putRecords, recordOf, waitingOf } from './support/writing.ts';

/** Opens the form for a new post in this tab. */
async function openCreate() {
  const { createForm } = await import('../../src/writing/forms/create-form.ts');
  const form = createForm();
  const stop = form.start();
  return {
    form,
    text: () => form.held.get(),
    isNow: (content: string) => eventually(() => expect(contentOf(form.held.get())).toBe(content)),
    async type(content: string) {
      await eventually(() => expect(form.held.get()).toBeDefined());
      form.held.get()?.change({ content });
      await form.held.get()?.flush();
    },
    [Symbol.dispose]: stop,
  };
}

/** Shortens the time for which a form waits for the database and for the locks of other tabs. */
async function hurry(): Promise<Disposable> {
  const { timeouts } = await loadForms();
  return replace(timeouts, { draftLockTimeoutMs: 20 });
}

const earlier = (id: string, changedAt: number, part = {}) => draftOf(id, post(id), { changedAt, ...part });
const wordsOf = (id: string) => post(id).content;

function openAt(search: string): Disposable {
  history.replaceState(null, '', `/create${search}`);
  return { [Symbol.dispose]: () => history.replaceState(null, '', '/') };
}

test('the Create form opens the newest draft that no other tab has open', async () => {
  await using _ = await openForms();
  const { lockForm } = await loadForms();
  await putRecords(earlier('old', 1), earlier('new', 2), earlier('open', 3));
  const lock = await lockForm('open');
  using page = await openCreate();
  await page.isNow(wordsOf('new'));
  lock?.release();
});

test.each([
  ['discarded', earlier('a', 1, { draft: { text: post('a'), discarded: { at: Date.now(), wasPending: false } } })],
  ['of a deleted post', earlier('a', 1, { draft: { text: post('a'), origin: 'deleted post' } })],
  ['of another user', earlier('a', 1, { userId: '43' })],
  ['an edit', earlier('a', 1, { postId: 'a', base: { etag: '"1"', number: 1, text: post('b') } })],
  ['waiting to be sent', waitingOf('a')],
])('a record that is %s does not open in the Create form by itself', async (_, record) => {
  await using __ = await openOwnBackend(() => 'drop');
  await using ___ = await openForms();
  await putRecords(record);
  using page = await openCreate();
  await page.isNow('');
  expect(page.text()?.id).not.toBe('a');
});

test('a reloaded tab opens its own draft again, even if another draft is newer', async () => {
  await using _ = await openForms();
  {
    using page = await openCreate();
    await page.type('mine');
  }
  await putRecords(earlier('newer', Date.now() + 1_000));
  using page = await openCreate();
  await page.isNow('mine');
});

test('a duplicated tab opens an empty form', async () => {
  await using _ = await openForms();
  using __ = await hurry();
  using first = await openCreate();
  await first.type('mine');
  using duplicate = await openCreate();
  await duplicate.isNow('');
  expect(duplicate.text()?.id).not.toBe(first.text()?.id);
  expect(contentOf(first.text())).toBe('mine');
});

test('the backup in session storage takes precedence over drafts in the database', async () => {
  await using _ = await openForms();
  const { backUpInTab } = await loadForms();
  await putRecords(earlier('newer', Date.now()));
  const { draft: __, ...start } = earlier('mine', 1, { rev: 0 });
  backUpInTab({ start, typed: { text: post('mine'), rev: 1, form: 'f', userId: '42' } });
  using page = await openCreate();
  await page.isNow(wordsOf('mine'));
});

test('the form opens empty while the database hangs, and opens a draft afterwards', async () => {
  await using forms = await openForms();
  using _ = await hurry();
  await putRecords(earlier('late', 1));
  using hanging = await forms.faults.hang();
  using page = await openCreate();
  await page.isNow('');
  hanging[Symbol.dispose]();
  await eventually(() => expect(forms.locks.isHeld('writing/late')).toBe(false));
  expect(await page.form.open('late')).toBe('opened');
  await page.isNow(wordsOf('late'));
});

test("a reopened form shows the tab's backup even while the database hangs", async () => {
  await using forms = await openForms();
  using _ = await forms.faults.hang();
  {
    using page = await openCreate();
    await page.isNow('');
    page.text()?.change({ content: 'mine' });
  }
  using page = await openCreate();
  await page.isNow('mine');
});

test('a form that closes while its draft is read unlocks the draft for the next form', async () => {
  await using forms = await openForms();
  await putRecords(earlier('a', 1));
  using hanging = await forms.faults.hang();
  {
    using page = await openCreate();
    expect(page.text()).toBeUndefined();
  }
  hanging[Symbol.dispose]();
  using page = await openCreate();
  await page.isNow(wordsOf('a'));
  page[Symbol.dispose]();
  await eventually(() => expect(forms.locks.isHeld('writing/a')).toBe(false));
});

test('a shared text opens in the form, is saved, and is removed from the URL', async () => {
  await using _ = await openForms();
  await putRecords(earlier('newer', Date.now()));
  using __ = openAt('?text=shared');
  using page = await openCreate();
  await page.isNow('shared');
  await eventually(() => expect(location.pathname + location.search).toBe('/create'));
  expect(await shownDrafts()).toEqual([wordsOf('newer'), 'shared'].sort());
});

test('a shared text opens in the form even while the database hangs', async () => {
  await using forms = await openForms();
  using _ = await hurry();
  using __ = openAt('?text=shared');
  using hanging = await forms.faults.hang();
  using page = await openCreate();
  await page.isNow('shared');
  hanging[Symbol.dispose]();
  await eventually(() => expect(location.search).toBe(''));
  expect(contentOf(page.text())).toBe('shared');
});

test('a shared text that is open in another tab does not open in this tab', async () => {
  await using _ = await openForms();
  using __ = await hurry();
  using ___ = openAt('?text=shared');
  const { readSharedText } = await import('../../src/writing/forms/shared-text.ts');
  const { lockForm } = await loadForms();
  const lock = await lockForm(readSharedText()?.id ?? '');
  using page = await openCreate();
  await page.isNow('');
  lock?.release();
});

test('the form shows each user their own draft', async () => {
  await using _ = await openForms();
  const { session } = await import('../../src/session/session.ts');
  using page = await openCreate();
  await page.type('of the first');
  session.set({ token: 'def', userId: '43' });
  await page.isNow('');
  await page.type('of the second');
  session.set({ token: null, userId: '43' });
  await page.isNow('');
  session.set({ token: 'abc', userId: '42' });
  await page.isNow('of the first');
});

test('a text typed without a login stays in the form when a user logs in', async () => {
  await using _ = await openForms(null);
  const { session } = await import('../../src/session/session.ts');
  using page = await openCreate();
  await page.type('of nobody');
  session.set({ token: 'abc', userId: '42' });
  await page.isNow('of nobody');
});

test('form.open refuses if another tab has the draft or unsaved text would be lost', async () => {
  await using forms = await openForms();
  const { lockForm } = await loadForms();
  await putRecords(earlier('a', 1, { draft: { text: post('a'), origin: 'deleted post' } }), earlier('b', 2));
  const lock = await lockForm('b');
  using page = await openCreate();
  await page.type('mine');
  expect(await page.form.open('b')).toBe('held elsewhere');
  lock?.release();
  forms.faults.hasRoomFor = () => false;
  await page.type('mine, unsaved');
  expect(await page.form.open('b')).toBe('would lose what is shown');
  expect(contentOf(page.text())).toBe('mine, unsaved');
  forms.faults.hasRoomFor = () => true;
  expect(await page.form.open('a')).toBe('opened');
  expect(contentOf(page.text())).toBe(wordsOf('a'));
});

test('after startAfresh() or leave(), the form is empty and its text is a draft', async () => {
  await using _ = await openForms();
  using page = await openCreate();
  await page.type('aside');
  await page.form.startAfresh();
  expect(contentOf(page.text())).toBe('');
  await page.type('left');
  page.form.leave();
  page[Symbol.dispose]();
  using next = await openCreate();
  await next.isNow('');
  expect(await shownDrafts()).toEqual(['aside', 'left']);
});

test.each([
  ['it was published after the form was left', [recordOf('a', { base: { etag: '', text: post('a') } })]],
  ['its record is lost, as it may be published', []],
])("the form does not reopen the tab's last text if %s", async (_, records) => {
  await using __ = await openForms();
  const { rememberInTab } = await import('../../src/writing/record/tab-text.ts');
  await putRecords(...records);
  rememberInTab('42', 'a');
  using page = await openCreate();
  await page.isNow('');
  expect(page.text()?.id).not.toBe('a');
  expect(await page.form.open('b')).toBe('held elsewhere');
});

test('the form reopens a draft that is a cancelled edit of a published post', async () => {
  await using _ = await openForms();
  const { rememberInTab } = await import('../../src/writing/record/tab-text.ts');
  await putRecords(draftOf('a', post('corrected'), { base: { etag: '', text: post('a') } }));
  rememberInTab('42', 'a');
  using page = await openCreate();
  await page.isNow(wordsOf('corrected'));
});

test('opening an unreadable draft rejects, and leaves no rejection unhandled', async () => {
  await using _ = await openForms();
  await putRecords(earlier('a', 1, { draft: { text: post('a'), origin: 'deleted post' } }));
  using page = await openCreate();
  await page.type('mine');
  const rejected = vi.fn();
  process.on('unhandledRejection', rejected);
  using getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  getAll.mockImplementation(() => {
    throw new DOMException('As the test wants it', 'UnknownError');
  });
  await expect(page.form.open('a')).rejects.toMatchObject({ name: 'UnknownError' });
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', rejected);
  expect(rejected).not.toHaveBeenCalled();
});
