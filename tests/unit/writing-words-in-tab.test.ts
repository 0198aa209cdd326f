import { expect, test } from 'vitest';
import { openForms, post, unpublished } from './support/forms.ts';

/** A form of a text that was typed in this tab before a reload, and that only the tab has. */
async function reload() {
  const { backUpInTab } = await import('../../src/writing/record/tab-backup.ts');
  const { holdRecord } = await import('../../src/writing/forms/hold-record.ts');
  const { shownForm } = await import('../../src/writing/forms/shown-form.ts');
  backUpInTab({
    start: unpublished('a'),
    typed: { text: post('one'), from: post(''), rev: 3, form: 'f', userId: '42' },
  });
  const held = await holdRecord('a', { start: unpublished('a') });
  if (!held) throw new Error('The form is not free.');
  const form = shownForm();
  const text = form.put(held, '42');
  return { text, [Symbol.dispose]: form.close };
}

const load = async () => ({
  ...(await import('../../src/writing/record/record-store.ts')),
  ...(await import('../../src/writing/record/tab-backup.ts')),
});

test('words that only the tab has are saved by the form that begins with them', async () => {
  await using _ = await openForms();
  const { readAllRecords, readTabBackups } = await load();
  using page = await reload();
  expect(page.text.shown.get()).toEqual({ post: post('one'), status: 'saving' });
  await page.text.flush();
  expect(page.text.shown.get()).toEqual({ post: post('one'), status: 'saved' });
  expect((await readAllRecords()).map(({ id, draft }) => [id, draft?.text])).toEqual([['a', post('one')]]);
  expect(readTabBackups()).toEqual([]);
});

test('words that a full device has not taken are saved after a reload, once it has room', async () => {
  await using forms = await openForms();
  const { readAllRecords } = await load();
  forms.faults.hasRoomFor = () => false;
  using page = await reload();
  await page.text.flush();
  expect(page.text.shown.get()).toMatchObject({ status: 'no room', backup: 'tab' });
  forms.faults.hasRoomFor = () => true;
  await page.text.flush();
  expect(page.text.shown.get()).toEqual({ post: post('one'), status: 'saved' });
  expect((await readAllRecords()).map(({ id }) => id)).toEqual(['a']);
});
