// @vitest-environment node
import { expect, test } from 'vitest';
import { catchErrors } from './support/console.ts';
import { replace } from './support/global.ts';
import { openScope } from './support/reading.ts';
import { openRecordFaults } from './support/record-faults.ts';
import { loadStored, storeBackendAnswer } from './support/stored-reading.ts';

/** Opens a worker whose database can be made to fail. */
async function openWorker() {
  await using owned = new AsyncDisposableStack();
  owned.use(openScope());
  owned.use(catchErrors());
  const faults = owned.use(openRecordFaults());
  const modules = {
    ...(await import('../../src/writing/pictures/shared-pictures.ts')),
    ...(await import('../../src/device/storage/records.ts')),
  };
  const readShared = async (id: string | null) =>
    (await modules.readAllSharedPictures()).find((shared) => shared.id === id);
  const opened = owned.move();
  return { faults, ...modules, readShared, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const picture = (name: string, words = name) => new File([words], name, { type: 'image/jpeg' });

function shareOf(files: File[], texts: Record<string, string> = {}): Request {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  for (const file of files) form.append('pictures', file);
  return new Request('http://localhost/share', { method: 'POST', body: form });
}

/** Posts a share to the worker, and returns the URL to which the worker redirects. */
async function receive(request: Request): Promise<URL> {
  const { receiveShare } = await import('../../src/worker/receive-share.ts');
  const response = await receiveShare(request);
  expect(response.status).toBe(303);
  return new URL(response.headers.get('Location') ?? '');
}

test('stores shared pictures for the current user; the Create URL has the shared text', async () => {
  await using worker = await openWorker();
  await worker.writeRecords({ put: { author: '42' } });
  const { pathname, searchParams } = await receive(shareOf([picture('a'), picture('b')], { text: 'ä & b', title: '' }));
  expect([pathname, ...searchParams.keys()]).toEqual(['/create', 'shared', 'text']);
  expect(searchParams.get('text')).toBe('ä & b');
  const id = searchParams.get('shared') ?? '';
  expect(await worker.readShared(id)).toMatchObject({ version: 1, userId: '42', names: ['a', 'b'], left: [0, 1] });
  expect(await (await worker.readSharedPicture(id, 1)).text()).toBe('b');
});

test('if shared pictures exceed the quota, the Create URL has the text and a notice', async () => {
  await using worker = await openWorker();
  worker.faults.hasRoomFor = (_record, key) => !key.startsWith('shared-picture-bytes/');
  const { searchParams } = await receive(shareOf([picture('a')], { text: 'Words' }));
  expect([...searchParams]).toEqual([
    ['text', 'Words'],
    ['left-out', 'no room'],
  ]);
});

test('leaves out files that are no pictures, and pictures after the 20th, with notices', async () => {
  await using worker = await openWorker();
  const film = new File(['film'], 'film', { type: 'video/mp4' });
  const { searchParams } = await receive(shareOf([film, ...Array.from({ length: 21 }, (_, n) => picture(String(n)))]));
  expect(searchParams.getAll('left-out')).toEqual(['no picture', 'too many']);
  expect((await worker.readShared(searchParams.get('shared')))?.names).toHaveLength(20);
});

test('three concurrent shares store at most 20 pictures together', async () => {
  await using worker = await openWorker();
  const share = () => receive(shareOf(Array.from({ length: 12 }, (_, n) => picture(String(n)))));
  const answers = await Promise.all([share(), share(), share()]);
  expect((await worker.readAllSharedPictures()).flatMap(({ left }) => left)).toHaveLength(20);
  expect(answers.flatMap(({ searchParams }) => searchParams.getAll('left-out'))).toContain('no room');
});

test('leaves out a picture that would exceed 300 MB in total, and stores a smaller one', async () => {
  await using worker = await openWorker();
  const facts = { version: 1, id: '1', userId: null, receivedAt: Date.now(), names: ['a', 'b'] };
  // Only the second picture still takes room: the first one has been moved into a draft.
  const large = { ...facts, sizes: [299_999_990, 299_999_990] };
  await worker.writeRecords({ put: { 'shared-pictures/1': large, 'shared-picture-bytes/1/1': new ArrayBuffer(1) } });
  const { searchParams } = await receive(shareOf([picture('large', 'x'.repeat(11)), picture('small', 'x'.repeat(10))]));
  expect(searchParams.getAll('left-out')).toEqual(['no room']);
  expect((await worker.readShared(searchParams.get('shared')))?.left).toEqual([1]);
});

test('shared pictures that exceed the quota evict cached images, and no posts or lists', async () => {
  await using worker = await openWorker();
  const { cacheNames } = await import('../../src/device/storage/storage-names.ts');
  const caching = [cacheNames.opaqueImages, cacheNames.images];
  for (const name of caching) await (await caches.open(name)).put('https://app.example/a', new Response('a'));
  await storeBackendAnswer('/blog/posts', [{ _id: 'a', title: 'Listed' }]);
  worker.faults.hasRoomFor = (_record, key) => !key.startsWith('shared-picture');
  await receive(shareOf([picture('a')]));
  const left = await Promise.all(caching.map(async (name) => (await (await caches.open(name)).keys()).length));
  expect(left).toEqual([0, 0]);
  expect(await (await loadStored()).dump()).toContain('Listed');
});

test('a share omits only pictures that exceed the quota; if all do, nothing is stored', async () => {
  await using worker = await openWorker();
  worker.faults.hasRoomFor = (record) => !(record instanceof ArrayBuffer) || record.byteLength < 10;
  const large = picture('large', 'x'.repeat(10));
  const { searchParams } = await receive(shareOf([large, picture('small')]));
  expect(searchParams.getAll('left-out')).toEqual(['no room']);
  expect(await worker.readAllSharedPictures()).toMatchObject([{ id: searchParams.get('shared'), left: [1] }]);
  await receive(shareOf([large]));
  expect(await worker.readAllSharedPictures()).toHaveLength(1);
});

test('if the database hangs, the Create URL has the shared text and a notice', async () => {
  await using worker = await openWorker();
  const { timeouts } = await import('../../src/device/timeouts.ts');
  using _ = replace(timeouts, { databaseTimeoutMs: 20 });
  using __ = await worker.faults.hang();
  const { searchParams } = await receive(shareOf([picture('a'), picture('b')], { text: 'Words' }));
  expect([...searchParams]).toEqual([
    ['text', 'Words'],
    ['left-out', 'not stored'],
  ]);
  expect(await worker.storeSharedPictures([picture('a'), picture('b')], null)).toEqual({ failures: ['not stored'] });
});

test('removing the last picture of a share removes the share', async () => {
  await using worker = await openWorker();
  const { id = '' } = await worker.storeSharedPictures([picture('a'), picture('b')], null);
  await worker.removeSharedPicture(id, 0);
  expect(await worker.readAllSharedPictures()).toMatchObject([{ id, left: [1] }]);
  await worker.removeSharedPicture(id, 1);
  expect(await worker.readAllSharedPictures()).toEqual([]);
});

test("opens Create with a notice if the worker cannot read the share's form data", async () => {
  await using _ = await openWorker();
  const { searchParams } = await receive(new Request('http://localhost/share', { method: 'POST', body: 'no form' }));
  expect([...searchParams]).toEqual([['left-out', 'unreadable']]);
});

test('sweepSharedPictures removes unused pictures only after thirty days', async () => {
  await using worker = await openWorker();
  const day = 24 * 60 * 60 * 1000;
  await worker.storeSharedPictures([picture('a')], null, 1);
  await worker.sweepSharedPictures(30 * day);
  expect(await worker.readAllSharedPictures()).toHaveLength(1);
  await worker.sweepSharedPictures(31 * day);
  expect(await worker.readAllSharedPictures()).toEqual([]);
});

test('a long shared text is cut to fit into the URL, with a notice', async () => {
  const { createPathOf } = await import('../../src/contract/share-target.ts');
  const form = new FormData();
  form.append('text', '😀'.repeat(5_000));
  const path = createPathOf({ form, leftOut: ['no worker'], longest: 8_000 });
  expect(path.length).toBeLessThanOrEqual(8_000);
  const query = new URLSearchParams(path.slice('/create?'.length));
  expect(query.getAll('left-out')).toEqual(['no worker', 'text cut']);
  expect(query.get('text')).toMatch(/^(😀)+$/u);
});
