// @vitest-environment node
import { expect, test } from 'vitest';
import { dropPlace, findPlace, forgetPlaces, keepPlace } from '../../src/data/places.ts';
import { bounds } from '../../src/data/storage.ts';
import { openRecords } from './support/records.ts';

const place = (id: string, at: number) => ({ id, fraction: 0.5, at });

test('a place is found again, replaced by a later one, and dropped', async () => {
  await using _ = openRecords();
  await keepPlace(place('a', 1));
  await keepPlace({ id: 'a', fraction: 0.7, at: 2 });
  expect(await findPlace('a')).toEqual({ id: 'a', fraction: 0.7, at: 2 });
  await dropPlace('a');
  expect(await findPlace('a')).toBeUndefined();
});

test('the places reached longest ago go first', async () => {
  await using _ = openRecords();
  for (let n = 0; n <= bounds.places; n += 1) await keepPlace(place(`post ${n}`, n));
  expect(await findPlace('post 0')).toBeUndefined();
  expect(await findPlace('post 1')).toBeDefined();
  expect(await findPlace(`post ${bounds.places}`)).toBeDefined();
});

test('no place outlives a logout', async () => {
  await using _ = openRecords();
  await keepPlace(place('a', 1));
  await keepPlace(place('b', 2));
  await forgetPlaces();
  expect([await findPlace('a'), await findPlace('b')]).toEqual([undefined, undefined]);
});
