import { expect, test } from 'vitest';
import { blank, newRecord } from '../../src/writing/record/post-record.ts';
import { openDevice } from './support/device.ts';
import { openRecordFaults } from './support/record-faults.ts';

/** Opens a form of a record, and types a text into it. */
async function openForm() {
  const { formText } = await import('../../src/writing/forms/form-text.ts');
  const text = formText(newRecord('a', 'ada'), 'ada');
  text.change({ content: 'Saved' });
  await text.flush();
  return text;
}

const readTexts = async () => {
  const { readAllRecords } = await import('../../src/writing/record/record-store.ts');
  const { readTabBackups } = await import('../../src/writing/record/tab-backup.ts');
  return (await readAllRecords(readTabBackups())).map(({ draft }) => draft?.text.content).sort();
};

test('a form that another tab takes over saves its text, and accepts no more typing', async () => {
  await using _ = openDevice();
  const text = await openForm();
  text.change({ content: 'Typed on' });
  await text.giveUp();
  expect(text.shown.get()).toEqual({ post: { ...blank, content: 'Typed on' }, status: 'taken over' });
  text.change({ content: 'Late' });
  await text.flush();
  expect(text.shown.get()).toMatchObject({ post: { content: 'Typed on' }, status: 'taken over' });
  expect(await readTexts()).toEqual(['Typed on']);
});

test('a form taken over while its device hangs is read-only at once, with its text', async () => {
  await using _ = openDevice();
  using faults = openRecordFaults();
  const text = await openForm();
  const hang = await faults.hang();
  text.change({ content: 'Typed on' });
  const leaving = text.giveUp();
  await expect.poll(() => text.shown.get().status).toBe('taken over');
  expect(JSON.stringify({ ...sessionStorage })).toContain('Typed on');
  hang[Symbol.dispose]();
  await leaving;
  // The save that hung has succeeded after all, and the text is stored only once.
  expect(await readTexts()).toEqual(['Typed on']);
  expect(sessionStorage).toHaveLength(0);
});
