import { expect, test, vi } from 'vitest';
import { openOwnBackend, status } from './support/backend.ts';
import { openDevice } from './support/device.ts';
import { contentOf, openForms, post, unpublished } from './support/forms.ts';
import { openRecordFaults } from './support/record-faults.ts';

const refuseToOpen = (name: string): Disposable =>
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('As the test wants it', name);
  });

function removeGlobal(name: string): Disposable {
  const before = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
  Reflect.deleteProperty(globalThis, name);
  return { [Symbol.dispose]: () => void Object.defineProperty(globalThis, name, before) };
}

const withoutDatabase = {
  'IndexedDB is forbidden': () => refuseToOpen('SecurityError'),
  'there is no IndexedDB': () => removeGlobal('indexedDB'),
};

const loadRecords = async () => ({
  ...(await import('../../src/device/storage/record-database.ts')),
  ...(await import('../../src/device/storage/records.ts')),
  ...(await import('../../src/device/storage/record-changes.ts')),
});

/** Opens a page in a browser that forbids IndexedDB, and types a text into its form. */
async function openPage(content: string) {
  vi.resetModules();
  await using owned = new AsyncDisposableStack();
  owned.use(vi.spyOn(console, 'info').mockImplementation(() => undefined));
  const forbidden = refuseToOpen('SecurityError');
  owned.use(await openForms());
  owned.use(forbidden);
  const { formButton } = await import('../../src/writing/forms/form-button.ts');
  const { holdNewRecord } = await import('../../src/writing/forms/hold-record.ts');
  const { readPostRecord } = await import('../../src/writing/record/record-store.ts');
  const { shownForm } = await import('../../src/writing/forms/shown-form.ts');
  const form = shownForm();
  const held = await holdNewRecord('a', '42');
  if (!held) throw new Error('The form is not free.');
  const text = form.put(held, '42');
  text.change({ content });
  await text.flush();
  const button = formButton(form.held, text, () => form.close());
  owned.defer(form.close);
  const opened = owned.move();
  return {
    text,
    press: () => button.press([]),
    told: () => button.progress.get().kind,
    record: () => readPostRecord('a'),
    ...(await import('../../src/writing/record/read-writing.ts')),
    ...(await import('../../src/writing/record/record-store.ts')),
    ...(await import('../../src/writing/record/tab-backup.ts')),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

test.each(Object.entries(withoutDatabase))('records are stored in memory if %s', async (_, forbid) => {
  vi.resetModules();
  await using __ = openDevice();
  using ___ = forbid();
  using said = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { writeRecords, readRecord, readRecords, changeRecord, replaceRecord, isMemoryOnly } = await loadRecords();
  expect(isMemoryOnly.get()).toBe(false);
  const record = { list: ['as it was'] };
  await writeRecords({ put: { 'a/2': 'two', 'a/1': record, b: 'other' } });
  record.list.push('changed since');
  expect(await readRecords('a/')).toEqual([{ list: ['as it was'] }, 'two']);
  await Promise.all(Array.from({ length: 20 }, () => changeRecord<number>('count', (count = 0) => count + 1)));
  expect(await readRecord('count')).toBe(20);
  expect(await replaceRecord('a/2', () => ({ 'a/3': 'three' }))).toBe(true);
  expect([await readRecord('a/2'), await readRecord('a/3')]).toEqual([undefined, 'three']);
  expect(isMemoryOnly.get()).toBe(true);
  expect(said).toHaveBeenCalledOnce();
});

test('never falls back to memory if a database fails after it has opened', async () => {
  vi.resetModules();
  await using _ = openDevice();
  using faults = openRecordFaults();
  const { writeRecords, readRecord, isMemoryOnly } = await loadRecords();
  await writeRecords({ put: { draft: 'stored' } });
  faults.closeConnections('silent');
  {
    using __ = refuseToOpen('SecurityError');
    await expect(readRecord('draft')).rejects.toMatchObject({ name: 'SecurityError' });
  }
  expect(isMemoryOnly.get()).toBe(false);
  expect(await readRecord('draft')).toBe('stored');
});

test('after a brief failure to open, the database is used, not memory', async () => {
  vi.resetModules();
  await using _ = openDevice();
  const { writeRecords, readRecord, isMemoryOnly } = await loadRecords();
  {
    using __ = refuseToOpen('UnknownError');
    await expect(writeRecords({ put: { draft: 'lost' } })).rejects.toMatchObject({ name: 'UnknownError' });
  }
  expect(isMemoryOnly.get()).toBe(false);
  await writeRecords({ put: { draft: 'stored' } });
  expect(await readRecord('draft')).toBe('stored');
});

test('a worker stores nothing in memory if IndexedDB is forbidden', async () => {
  vi.resetModules();
  await using _ = openDevice();
  using __ = refuseToOpen('SecurityError');
  const { writeRecords } = await loadRecords();
  using ___ = removeGlobal('document');
  await expect(writeRecords({ put: { a: 1 } })).rejects.toMatchObject({ name: 'SecurityError' });
});

test('without IndexedDB, a refused text stays in its form and in session storage', async () => {
  await using _ = await openOwnBackend(() => status(422));
  await using page = await openPage('Refused');
  await page.press();
  expect(page.told()).toBe('refused');
  expect(contentOf(page.text)).toBe('Refused');
  expect(await page.waitsInMemory()).toBe(false);
  expect(page.readTabBackup('a')).toMatchObject({ typed: { text: post('Refused') } });
});

test('without IndexedDB, session storage keeps a text while it is being sent', async () => {
  await using backend = await openOwnBackend(() => 'hang');
  await using page = await openPage('Left');
  void page.press();
  await expect.poll(() => backend.received).toHaveLength(1);
  expect(backend.received[0]?.headers['idempotency-key']).toBe('a');
  expect(page.readTabBackup('a')).toMatchObject({ typed: { text: post('Left') } });
});

test('if IndexedDB is forbidden, asks before unload while a text waits to be sent', async () => {
  await using _ = await openOwnBackend(() => 'drop');
  await using page = await openPage('Waits');
  using __ = { [Symbol.dispose]: page.followWriting() };
  page.askBeforeLoss();
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  await page.press();
  await expect.poll(isAsked).toBe(true);
  await page.applyEvent('a', { kind: 'discarded' });
  await expect.poll(isAsked).toBe(false);
});

test('without IndexedDB, backs up a text in the tab and never reports it as saved', async () => {
  await using page = await openPage('Typed');
  const { formText } = await import('../../src/writing/forms/form-text.ts');
  const isUnsaved = { post: post('Typed'), status: 'impossible', backup: 'tab' };
  expect(page.text.shown.get()).toEqual(isUnsaved);
  expect((await page.readDrafts('42')).map(({ draft }) => draft?.text)).toEqual([post('Typed')]);
  const reopened = formText((await page.record()) ?? unpublished('a'), '42');
  await reopened.flush();
  expect(reopened.shown.get()).toEqual(isUnsaved);
  expect(page.readTabBackups()).toHaveLength(1);
});
