import { expect, test } from 'vitest';
import { json, openOwnBackend } from './support/backend.ts';
import { eventually } from './support/eventually.ts';
import { contentOf, openForms, post, published } from './support/forms.ts';
import { replace } from './support/global.ts';

const load = async () => ({
  ...(await import('../../src/writing/forms/edit-form.ts')),
  ...(await import('../../src/writing/record/record-store.ts')),
});

const stored = (content: string) => json({ _id: 'p', version: 1, etag: '"1"', ...post(content) });

/** The edit of the post by its author, as one screen has it. */
async function openEdit() {
  const { editForm } = await load();
  const edit = editForm('42', 'p');
  const stop = edit.start();
  return {
    edit,
    state: () => edit.state.get().kind,
    isNow: (kind: string) => eventually(() => expect(edit.state.get().kind).toBe(kind)),
    text: () => edit.held.get(),
    [Symbol.dispose]: stop,
  };
}

/** Another tab sends an edit, and is told that the post is gone. */
async function loseThePost() {
  const { playEvent } = await load();
  const text = { text: post('other'), from: post('one'), rev: 5, form: 'g', userId: '42' };
  await playEvent('p', { kind: 'submitted', ...text }, published('p', 'one'));
  const due = await playEvent('p', { kind: 'due' });
  await playEvent('p', { kind: 'gone', key: due?.record.pending?.key ?? '' });
}

test('nothing is shown of a post before the device has said what is typed over it', async () => {
  await using _ = await openOwnBackend(() => stored('one'));
  await using forms = await openForms();
  using hanging = await forms.faults.hang();
  using page = await openEdit();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([page.state(), page.text()]).toEqual(['loading', undefined]);
  hanging[Symbol.dispose]();
  await page.isNow('form');
});

test('a device that hangs for long keeps nobody from writing, and has its say once it answers', async () => {
  await using _ = await openOwnBackend(() => stored('one'));
  await using forms = await openForms();
  const { timeouts } = await import('../../src/device/timeouts.ts');
  const { playEvent } = await load();
  const draft = { text: post('one, two'), from: post('one'), rev: 1, form: 'f', userId: '42' };
  await playEvent('p', { kind: 'typed', ...draft }, published('p', 'one'));
  using __ = replace(timeouts, { deviceTimeoutMs: 20, maxRetryMs: 20 });
  using hanging = await forms.faults.hang();
  using page = await openEdit();
  await page.isNow('form');
  expect(contentOf(page.text())).toBe('one');
  hanging[Symbol.dispose]();
  await eventually(() => expect(contentOf(page.text())).toBe('one, two'));
});

test('what is typed while the device hangs is in the tab, and on the device once that answers', async () => {
  await using _ = await openOwnBackend(() => stored('one'));
  await using forms = await openForms();
  const { timeouts } = await import('../../src/device/timeouts.ts');
  const { readPostRecord } = await load();
  const { readTabBackups } = await import('../../src/writing/record/tab-backup.ts');
  using __ = replace(timeouts, { deviceTimeoutMs: 20, maxRetryMs: 20, draftLockTimeoutMs: 20 });
  using hanging = await forms.faults.hang();
  using page = await openEdit();
  await page.isNow('form');
  page.text()?.change({ content: 'one, two' });
  await eventually(() => expect(readTabBackups()).toMatchObject([{ typed: { text: post('one, two') } }]));
  hanging[Symbol.dispose]();
  await eventually(async () => expect((await readPostRecord('p'))?.draft?.text).toEqual(post('one, two')));
  expect(page.state()).toBe('form');
});

/** The edit of a post whose device hangs; it has a record of the post. */
async function openUnread(...contents: string[]) {
  await using owned = new AsyncDisposableStack();
  owned.use(await openOwnBackend(() => stored('one')));
  const forms = owned.use(await openForms());
  const { timeouts } = await import('../../src/device/timeouts.ts');
  const { playEvent, readPostRecord, readShown } = await load();
  for (const [index, content] of contents.entries())
    await playEvent(
      'p',
      { kind: 'typed', text: post(content), from: post('one'), rev: index + 1, form: 'f', userId: '42' },
      published('p', 'one'),
    );
  owned.use(replace(timeouts, { deviceTimeoutMs: 20, maxRetryMs: 20, unsavedRetryMs: 20, draftLockTimeoutMs: 20 }));
  const hanging = await forms.faults.hang();
  const page = owned.use(await openEdit());
  await page.isNow('form');
  const opened = owned.move();
  return {
    page,
    faults: forms.faults,
    answer: () => hanging[Symbol.dispose](),
    draft: async () => (await readPostRecord('p'))?.draft?.text.content,
    drafts: async () =>
      (await readShown('42'))
        .filter(({ state }) => state.kind === 'draft')
        .map(({ record }) => record.draft?.text.content),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

test.each([1, 5])('what is typed (%i times) while the device hangs replaces no draft that it has', async (times) => {
  await using unread = await openUnread('one, two', 'one, two, three');
  const { page } = unread;
  for (let each = 1; each <= times; each += 1) page.text()?.change({ content: `mine ${each}` });
  unread.answer();
  const both = [`mine ${times}`, 'one, two, three'];
  await eventually(async () => expect((await unread.drafts()).sort()).toEqual(both));
  expect(await unread.draft()).toBe('one, two, three');
  expect([page.text()?.shown.get().status, contentOf(page.text())]).toEqual(['taken over', `mine ${times}`]);
  expect(page.edit.state.get()).toEqual({ kind: 'form', isUnread: true });
  await page.edit.editHere();
  expect(contentOf(page.text())).toBe('one, two, three');
  expect(page.edit.state.get()).toEqual({ kind: 'form', isUnread: false });
});

test('what is typed while the device hangs goes on where the device has nothing typed', async () => {
  await using unread = await openUnread('one, two', 'one');
  const { page } = unread;
  page.text()?.change({ content: 'mine' });
  unread.answer();
  await eventually(async () => expect(await unread.draft()).toBe('mine'));
  await eventually(async () => expect(await unread.drafts()).toEqual(['mine']));
  expect(contentOf(page.text())).toBe('mine');
  page.text()?.change({ content: 'mine, too' });
  await eventually(async () => expect(await unread.drafts()).toEqual(['mine, too']));
});

test('what is typed while the device hangs is kept beside what another form saves just then', async () => {
  await using unread = await openUnread('one, two', 'one');
  const { playEvent } = await load();
  const { page } = unread;
  page.text()?.change({ content: 'mine' });
  unread.faults.failureOf = () => {
    const typed = { text: post('other'), from: post('one'), rev: 3, form: 'g', userId: '42' };
    void playEvent('p', { kind: 'typed', ...typed });
    return undefined;
  };
  unread.answer();
  await eventually(async () => expect(await unread.draft()).toBe('other'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await unread.drafts()).sort()).toEqual(['mine', 'other']);
});

test('a form that was opened while the device hung writes on what that has', async () => {
  await using unread = await openUnread('one, two', 'one');
  const { page } = unread;
  unread.answer();
  await eventually(() => expect(page.edit.state.get()).toEqual({ kind: 'form', isUnread: false }));
  page.text()?.change({ content: 'mine' });
  await eventually(async () => expect(await unread.draft()).toBe('mine'));
  expect(page.text()?.shown.get().status).toBe('saved');
});

test('a post that is gone takes its form along, and what was typed is a draft of Create', async () => {
  await using _ = await openOwnBackend(() => stored('one'));
  await using __ = await openForms();
  const { readShown } = await load();
  using page = await openEdit();
  await page.isNow('form');
  page.text()?.change({ content: 'typed' });
  await loseThePost();
  await page.isNow('gone');
  expect(page.text()).toBeUndefined();
  const drafts = async () => (await readShown('42')).map(({ record }) => record.draft?.text.content).sort();
  await eventually(async () => expect(await drafts()).toContain('typed'));
  expect((await readShown('42')).every(({ record }) => record.base === undefined)).toBe(true);
});

test('a post that another tab had open is edited here once that tab is closed and something is written', async () => {
  await using _ = await openOwnBackend(() => stored('one'));
  await using __ = await openForms();
  const first = await openEdit();
  await first.isNow('form');
  using second = await openEdit();
  await second.isNow('open elsewhere');
  expect(second.text()).toBeUndefined();
  first.text()?.change({ content: 'mine' });
  first[Symbol.dispose]();
  await eventually(async () => {
    const { announceWriting } = await import('../../src/writing/record/record-store.ts');
    announceWriting({ isDue: false });
    expect(second.state()).toBe('form');
  });
  expect(contentOf(second.text())).toBe('mine');
});

test('Edit here opens the form at once, where the other tab is closed by now', async () => {
  await using _ = await openOwnBackend(() => stored('one'));
  await using forms = await openForms();
  const { lockForm } = await import('../../src/writing/forms/form-lock.ts');
  const lock = await lockForm('p');
  using page = await openEdit();
  await page.isNow('open elsewhere');
  lock?.release();
  await page.edit.editHere();
  expect(page.state()).toBe('form');
  expect(forms.locks.isHeld('writing/p')).toBe(true);
});

test('an edit that is left lets go of its post', async () => {
  await using _ = await openOwnBackend(() => stored('one'));
  await using forms = await openForms();
  {
    using page = await openEdit();
    await page.isNow('form');
  }
  await eventually(() => expect(forms.locks.isHeld('writing/p')).toBe(false));
});
