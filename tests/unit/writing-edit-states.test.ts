import { expect, test } from 'vitest';
import { json, openOwnBackend } from './support/backend.ts';
import { eventually } from './support/eventually.ts';
import { loadForms, openEdit, openForms, post, published, shownDrafts, typed } from './support/forms.ts';
import { replace } from './support/global.ts';

const stored = (content: string) => json({ _id: 'p', version: 1, etag: '"1"', ...post(content) });

/** Applies an edit of another tab, and the backend's answer that the post is deleted. */
async function loseThePost() {
  const { applyEvent } = await loadForms();
  await applyEvent('p', { kind: 'submitted', ...typed('other', 'one', 5, 'g') }, published('p', 'one'));
  const due = await applyEvent('p', { kind: 'due' });
  await applyEvent('p', { kind: 'gone', key: due?.record.pending?.key ?? '' });
}

test('the edit form shows no text until its draft has been read from the database', async () => {
  await using _ = await openOwnBackend(() => stored('one'));
  await using forms = await openForms();
  using hanging = await forms.faults.hang();
  using page = await openEdit();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([page.state().kind, page.text()]).toEqual(['loading', undefined]);
  hanging[Symbol.dispose]();
  await page.isNow('form');
});

test('the edit form reports a hanging database, and later opens with the draft', async () => {
  await using _ = await openOwnBackend(() => stored('one'));
  await using forms = await openForms();
  const { applyEvent, timeouts } = await loadForms();
  await applyEvent('p', { kind: 'typed', ...typed('one, two', 'one') }, published('p', 'one'));
  using __ = replace(timeouts, { databaseTimeoutMs: 20, maxRetryMs: 20 });
  using hanging = await forms.faults.hang();
  using page = await openEdit();
  await page.isNow('database hangs');
  hanging[Symbol.dispose]();
  await page.isNow('form');
  expect(page.content()).toBe('one, two');
});

test('the form of a deleted post closes, and the typed text becomes a draft', async () => {
  await using _ = await openOwnBackend(() => stored('one'));
  await using __ = await openForms();
  const { readShown } = await loadForms();
  using page = await openEdit();
  await page.isNow('form');
  page.text()?.change({ content: 'typed' });
  await loseThePost();
  await page.isNow('gone');
  expect(page.text()).toBeUndefined();
  await eventually(async () => expect(await shownDrafts()).toContain('typed'));
  expect((await readShown('42')).every(({ record }) => record.base === undefined)).toBe(true);
});

test('a post that is open in another tab opens in this tab after that tab closes', async () => {
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
    const { announceWriting } = await loadForms();
    announceWriting({ isDue: false });
    expect(second.state().kind).toBe('form');
  });
  expect(second.content()).toBe('mine');
});

test('"Edit here" opens the form at once if the other tab has been closed', async () => {
  await using _ = await openOwnBackend(() => stored('one'));
  await using forms = await openForms();
  const { lockForm } = await loadForms();
  const lock = await lockForm('p');
  using page = await openEdit();
  await page.isNow('open elsewhere');
  lock?.release();
  await page.editHere();
  expect(page.state().kind).toBe('form');
  expect(forms.locks.isHeld('writing/p')).toBe(true);
});

test('leaving an edit releases the lock of its post', async () => {
  await using _ = await openOwnBackend(() => stored('one'));
  await using forms = await openForms();
  {
    using page = await openEdit();
    await page.isNow('form');
  }
  await eventually(() => expect(forms.locks.isHeld('writing/p')).toBe(false));
});
