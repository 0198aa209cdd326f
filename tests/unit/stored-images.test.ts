import { expect, test } from 'vitest';
import { cacheNames } from '../../src/device/storage/storage-names.ts';
import {
  imagePrefixes,
  markUploaded,
  readImageBytes,
  readStoredImages,
  storeImage,
} from '../../src/writing/pictures/stored-images.ts';
import { sweepImages } from '../../src/writing/pictures/sweep-images.ts';
import { sweepRecords } from '../../src/writing/record/record-store.ts';
import { openDevice } from './support/device.ts';
import { replace } from './support/global.ts';
import { fakeImage } from './support/images.ts';
import { openRecordFaults } from './support/record-faults.ts';
import { draftOf, publishedAs, putRecords, recordOf, waitingOf } from './support/writing.ts';

const picture = fakeImage('a picture');
const day = 24 * 60 * 60 * 1000;

const naming = (title: string) => ({ title, imgUrl: '', content: `![](${picture.address})` });
const discarded = (at: number) =>
  recordOf('Gone', { draft: { text: naming('Gone'), discarded: { at, wasPending: false } } });

const stored = async () => (await readStoredImages()).map(({ name }) => name);

test('the key prefixes of stored images never change', () => {
  expect(imagePrefixes).toEqual({ facts: 'image/', bytes: 'image-bytes/' });
});

test("stores an image's bytes separately from its metadata", async () => {
  await using _ = openDevice();
  await storeImage(picture.name, picture.bytes, 7);
  expect(await readStoredImages()).toEqual([{ version: 1, name: picture.name, bytes: 9, storedAt: 7 }]);
  expect(Buffer.from((await readImageBytes(picture.name)) ?? new ArrayBuffer())).toEqual(Buffer.from(picture.bytes));
});

test('storing an image beyond the quota rejects, and stores no part of it', async () => {
  await using _ = openDevice();
  using faults = openRecordFaults();
  faults.hasRoomFor = (_record, key) => !key.startsWith(imagePrefixes.bytes);
  await expect(storeImage(picture.name, picture.bytes)).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(await stored()).toEqual([]);
});

test.each([
  ['a draft', draftOf('1', naming('Draft'))],
  ['a draft of an edit', draftOf('1', naming('Edit'), publishedAs('1', { title: '', imgUrl: '', content: '' }))],
  ['a discarded draft that can be restored', discarded(9 * day)],
  ['a waiting post', waitingOf('1', naming('Waits'))],
])('an image stays stored while it is used in %s', async (_, record) => {
  await using __ = openDevice();
  await storeImage(picture.name, picture.bytes, 0);
  await putRecords(record);
  await sweepImages([], 9 * day);
  await sweepImages([], 10 * day);
  expect(await stored()).toEqual([picture.name]);
});

test('an image that no text uses stays for a day, because Undo may restore a text', async () => {
  await using _ = openDevice();
  await storeImage(picture.name, picture.bytes, 0);
  await sweepImages([], 5 * day);
  await sweepImages([], 5.9 * day);
  expect(await stored()).toEqual([picture.name]);
  await sweepImages([], 6.1 * day);
  expect(await stored()).toEqual([]);
  expect(await readImageBytes(picture.name)).toBeUndefined();
});

test('using an image again restarts the day after which it is removed', async () => {
  await using _ = openDevice();
  await storeImage(picture.name, picture.bytes, 0);
  await sweepImages([], day);
  await sweepImages([naming('Backup')], 2.5 * day);
  await sweepImages([], 3 * day);
  expect(await stored()).toEqual([picture.name]);
});

test('setting a fast clock back restarts the day after which an image is removed', async () => {
  await using _ = openDevice();
  await storeImage(picture.name, picture.bytes, 0);
  await sweepImages([], 300 * day);
  await sweepImages([], day);
  await sweepImages([], 1.9 * day);
  expect(await stored()).toEqual([picture.name]);
  await sweepImages([], 2.1 * day);
  expect(await stored()).toEqual([]);
});

test('the image of a draft that was discarded over a day ago is removed', async () => {
  await using _ = openDevice();
  await storeImage(picture.name, picture.bytes, 0);
  await putRecords(discarded(0));
  await sweepRecords(2 * day);
  await sweepImages([], 2 * day);
  await sweepImages([], 3.5 * day);
  expect(await stored()).toEqual([]);
});

/** Sweeps twice, `days` apart. The first records that no text uses the image; a sweep over a day later removes it. */
const sweepFor = async (days: number) => {
  await sweepImages([], 10 * day);
  await sweepImages([], (10 + days) * day);
};

test('an uploaded image that no text uses for a day moves into the image cache', async () => {
  await using device = openDevice();
  await storeImage(picture.name, picture.bytes);
  await markUploaded(picture.name, 1);
  await sweepFor(0.9);
  expect(await stored()).toEqual([picture.name]);
  expect(device.caches.urlsIn(cacheNames.images)).toEqual([]);
  await sweepFor(1.1);
  expect(await stored()).toEqual([]);
  const url = new URL(picture.address, location.href).href;
  expect(device.caches.urlsIn(cacheNames.images)).toEqual([url]);
  const cached = await (await caches.open(cacheNames.images)).match(url);
  expect(cached?.headers.get('Content-Type')).toBe('image/webp');
  expect(Buffer.from((await cached?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(Buffer.from(picture.bytes));
});

test('an image that moves into the cache stays stored if a draft uses it meanwhile', async () => {
  await using _ = openDevice();
  await storeImage(picture.name, picture.bytes);
  await markUploaded(picture.name, 1);
  const images = await caches.open(cacheNames.images);
  const { put } = images;
  const storingBefore: Cache['put'] = async (key, response) => {
    await putRecords(draftOf('1', naming('In between')));
    return put(key, response);
  };
  using __ = replace(caches, { open: async () => ({ ...images, put: storingBefore }) });
  await sweepFor(1.1);
  expect(await stored()).toEqual([picture.name]);
});
