import { expect, test, vi } from 'vitest';
import { openDevice } from './support/device.ts';
import { openRecordFaults } from './support/record-faults.ts';

const loadRecords = () => import('../../src/data/records.ts');

test.each(['told', 'silent'] as const)(
  'a connection that was closed (%s) is opened again, and the write repeated',
  async (how) => {
    await using _ = openDevice();
    using faults = openRecordFaults();
    const { writeRecords, readRecord, changeRecord, replaceRecord, readRecords } = await loadRecords();
    await writeRecords({ put: { 'a/1': 'one' } });
    faults.closeConnections(how);
    await writeRecords({ put: { 'a/2': 'two' } });
    faults.closeConnections(how);
    expect(await readRecords('a/')).toEqual(['one', 'two']);
    faults.closeConnections(how);
    await changeRecord<string>('a/1', (record) => `${record}, changed`);
    faults.closeConnections(how);
    expect(await replaceRecord<string>('a/2', (record) => ({ 'a/3': record }))).toBe(true);
    faults.closeConnections(how);
    expect([await readRecord('a/1'), await readRecord('a/2'), await readRecord('a/3')]).toEqual([
      'one, changed',
      undefined,
      'two',
    ]);
  },
);

test('a write whose connection is killed while it runs is made again', async () => {
  await using _ = openDevice();
  using faults = openRecordFaults();
  const { changeRecord, readRecord } = await loadRecords();
  await changeRecord<number>('count', () => 1);
  faults.abortNext('AbortError');
  await changeRecord<number>('count', (count = 0) => count + 1);
  expect(await readRecord('count')).toBe(2);
});

test('no room is told as such, whole or not at all', async () => {
  await using _ = openDevice();
  using faults = openRecordFaults();
  const { writeRecords, readRecord } = await loadRecords();
  faults.hasRoomFor = (_record, key) => key !== 'large';
  const written = writeRecords({ put: { small: 1, large: 2 }, remove: ['other'] });
  await expect(written).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(await readRecord('small')).toBeUndefined();
});

test('two writers at once lose nothing of each other', async () => {
  await using _ = openDevice();
  const { changeRecord, readRecord, replaceRecord } = await loadRecords();
  await Promise.all(Array.from({ length: 50 }, () => changeRecord<number>('count', (count = 0) => count + 1)));
  expect(await readRecord('count')).toBe(50);
  const taken = await Promise.all([1, 2, 3].map(() => replaceRecord<number>('count', () => ({}))));
  expect(taken.filter(Boolean)).toHaveLength(1);
});

test('what people wrote says in which version', async () => {
  await using device = openDevice();
  const { putEntry } = await import('../../src/data/outbox/box.ts');
  const { saveDraft } = await import('../../src/data/drafts.ts');
  const { draftOf, entryOf } = await import('./support/outbox.ts');
  await putEntry(entryOf('Waits'));
  await saveDraft(draftOf('Drafted'));
  expect((await device.records()).match(/"version":1/g)).toHaveLength(2);
});

test('a database whose opening hangs is asked for again', async () => {
  await using _ = openDevice();
  vi.resetModules();
  const { writeRecords, readRecord } = await loadRecords();
  const { open } = IDBFactory.prototype;
  let asked = 0;
  IDBFactory.prototype.open = function (this: IDBFactory, ...args: Parameters<IDBFactory['open']>) {
    asked += 1;
    // Of this one nothing is ever heard.
    return asked === 1 ? (new EventTarget() as IDBOpenDBRequest) : open.apply(this, args);
  };
  using __ = { [Symbol.dispose]: () => void Object.assign(IDBFactory.prototype, { open }) };
  await writeRecords({ put: { kept: 'all the same' } });
  expect(await readRecord('kept')).toBe('all the same');
  expect(asked).toBe(2);
});
