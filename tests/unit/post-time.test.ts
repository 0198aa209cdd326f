import { expect, test } from 'vitest';
import { dayOrTime, hasNoZone, isTimeOfPost, storedTime, timeOf } from '../../src/contract/post-time.ts';

test('isTimeOfPost accepts dates from 1970 to one minute in the future', () => {
  const now = Date.now();
  const possible = [0, 1, now, now + 60_000];
  const impossible = [-1, now + 120_000, Number.NaN, Number.POSITIVE_INFINITY, -8.64e15, 8.64e15];
  expect([...possible, ...impossible].map(isTimeOfPost)).toEqual([
    ...possible.map(() => true),
    ...impossible.map(() => false),
  ]);
});

test('timeOf parses five-digit and negative years, and returns NaN for invalid dates', () => {
  expect(timeOf('+010000-01-01T00:00:58.000Z')).toBe(Date.UTC(10_000, 0, 1, 0, 0, 58));
  expect(timeOf('-000001-01-01T00:00:00.000Z')).toBeLessThan(0);
  expect([timeOf('soon'), timeOf(undefined), timeOf('+275761-01-01T00:00:00Z')]).toEqual([NaN, NaN, NaN]);
});

test('storedTime keeps -00:00, the mark of no zone, and converts other zones to UTC', () => {
  const day = storedTime('2019-01-01T00:00:00-00:00');
  expect([day, hasNoZone(day), dayOrTime(day)]).toEqual(['2019-01-01T00:00:00.000-00:00', true, '2019-01-01']);
  expect(timeOf(day)).toBe(Date.UTC(2019, 0, 1));
  const moment = storedTime('2019-01-01T00:00:00+02:00');
  expect([moment, hasNoZone(moment), dayOrTime(moment)]).toEqual(['2018-12-31T22:00:00.000Z', false, moment]);
  expect([hasNoZone(undefined), hasNoZone(-0)]).toEqual([false, false]);
});
