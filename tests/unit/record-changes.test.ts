import { expect, test, vi } from 'vitest';
import { openDevice } from './support/device.ts';
import { replace } from './support/global.ts';
import { openRecordFaults } from './support/record-faults.ts';

const loadRecords = async () => ({
  ...(await import('../../src/device/storage/records.ts')),
  ...(await import('../../src/device/storage/record-changes.ts')),
});

test.each([
  ['with a close event', 'told'],
  ['without an event', 'silent'],
] as const)('reopens a database connection that closed %s, and repeats the operation', async (_, how) => {
  await using __ = openDevice();
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
});

test('repeats a write whose transaction the browser aborted', async () => {
  await using _ = openDevice();
  using faults = openRecordFaults();
  const { changeRecord, readRecord } = await loadRecords();
  await changeRecord<number>('count', () => 1);
  const failures = ['AbortError'];
  faults.failureOf = () => failures.shift();
  await changeRecord<number>('count', (count = 0) => count + 1);
  expect(await readRecord('count')).toBe(2);
});

test('a write beyond the quota rejects with QuotaExceededError and stores nothing', async () => {
  await using _ = openDevice();
  using faults = openRecordFaults();
  const { writeRecords, readRecord } = await loadRecords();
  faults.hasRoomFor = (_record, key) => key !== 'large';
  const written = writeRecords({ put: { small: 1, large: 2 }, remove: ['other'] });
  await expect(written).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(await readRecord('small')).toBeUndefined();
});

test("concurrent writers lose none of each other's changes", async () => {
  await using _ = openDevice();
  const { changeRecord, readRecord, replaceRecord } = await loadRecords();
  await Promise.all(Array.from({ length: 50 }, () => changeRecord<number>('count', (count = 0) => count + 1)));
  expect(await readRecord('count')).toBe(50);
  const taken = await Promise.all([1, 2, 3].map(() => replaceRecord<number>('count', () => ({}))));
  expect(taken.filter(Boolean)).toHaveLength(1);
});

test('a database that hangs while opening is opened again', async () => {
  await using _ = openDevice();
  vi.resetModules();
  const { writeRecords, readRecord } = await loadRecords();
  // The first request to open never fires an event.
  using open = vi.spyOn(IDBFactory.prototype, 'open').mockReturnValueOnce(new EventTarget() as IDBOpenDBRequest);
  await writeRecords({ put: { kept: 'all the same' } });
  expect(await readRecord('kept')).toBe('all the same');
  expect(open).toHaveBeenCalledTimes(2);
});

test('a change that times out in a hanging database is not made after a recovery', async () => {
  await using _ = openDevice();
  using faults = openRecordFaults();
  const { readRecords, changeRecord, replaceRecord, writeRecords } = await loadRecords();
  const { timeouts } = await import('../../src/device/timeouts.ts');
  await writeRecords({ put: { 'a/1': 'as it was', 'a/2': 'as it was' } });
  const impatience = replace(timeouts, { databaseTimeoutMs: 20 });
  const hanging = await faults.hang();
  const changed = changeRecord('a/1', () => 'changed');
  const replaced = replaceRecord('a/2', () => ({ 'a/3': 'replaced' }));
  const ends = await Promise.allSettled([changed, replaced]);
  const failed = { status: 'rejected', reason: expect.objectContaining({ name: 'TimeoutError' }) };
  expect(ends).toEqual([failed, failed]);
  impatience[Symbol.dispose]();
  hanging[Symbol.dispose]();
  await writeRecords({ put: { 'a/4': 'later' } });
  expect(await readRecords('a/')).toEqual(['as it was', 'as it was', 'later']);
});

test('writeRecords waits for a hanging database without a timeout', async () => {
  await using _ = openDevice();
  using faults = openRecordFaults();
  const { changeRecord, readRecord, writeRecords } = await loadRecords();
  const { timeouts } = await import('../../src/device/timeouts.ts');
  using __ = replace(timeouts, { databaseTimeoutMs: 20 });
  const hanging = await faults.hang();
  const ended: string[] = [];
  const written = writeRecords({ put: { a: 'written' } }).finally(() => ended.push('written'));
  await changeRecord('b', () => 1).catch(() => ended.push('not changed'));
  expect(ended).toEqual(['not changed']);
  hanging[Symbol.dispose]();
  await written;
  expect(await readRecord('a')).toBe('written');
});
