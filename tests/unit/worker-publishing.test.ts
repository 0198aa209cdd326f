// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { type Backend, type Call, json, openOwnBackend, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { fakeImage } from './support/images.ts';
import { openLocks } from './support/locks.ts';
import { openScope } from './support/reading.ts';
import { post, putRecords, waitingOf } from './support/writing.ts';

/** Loads the worker's sender. Open the backend first. */
async function load() {
  const { sendInBackground } = await import('../../src/worker/publishing.ts');
  const { readAllRecords } = await import('../../src/writing/record/record-store.ts');
  const { writeRecords } = await import('../../src/device/storage/records.ts');
  const { recordKeys } = await import('../../src/device/storage/storage-names.ts');
  const setAuthor = (userId: string) => writeRecords({ put: { [recordKeys.author]: userId } });
  const waiting = async () => (await readAllRecords()).filter(({ pending }) => pending !== undefined);
  return { send: sendInBackground, waiting, setAuthor };
}

/** Answers a publish as our own backend does. */
const published = ({ body }: Call): Reply => json({ ...JSON.parse(body), _id: 'p', etag: '"1"', version: 1 }, {}, 201);

const titlesSent = async (backend: Backend) =>
  (await backend.settled()).filter(({ method }) => method === 'POST').map(({ body }): string => JSON.parse(body).title);

test("with every page closed the worker sends only the current user's waiting posts", async () => {
  await using _ = openScope();
  using __ = openLocks();
  await using backend = await openOwnBackend(published);
  const { send, waiting, setAuthor } = await load();
  await setAuthor('42');
  await putRecords(waitingOf('Mine'));
  await putRecords(waitingOf("Another's", post('Another'), { userId: '7' }));
  await send();
  expect(await titlesSent(backend)).toEqual(['Mine']);
  expect(await waiting()).toMatchObject([{ userId: '7' }]);
});

test('with nobody logged in the worker sends nothing, and waiting posts stay', async () => {
  await using _ = openScope();
  using __ = openLocks();
  await using backend = await openOwnBackend(published);
  const { send, waiting } = await load();
  await putRecords(waitingOf('Mine'));
  await send();
  expect(await titlesSent(backend)).toEqual([]);
  expect(await waiting()).toHaveLength(1);
});

test.each<[string, Reply]>([
  ['503', status(503)],
  ['a dropped connection', 'drop'],
])('another sync is requested while a text waits after %s', async (_, reply) => {
  await using __ = openScope();
  using ___ = openLocks();
  using errors = catchErrors();
  await using ____ = await openOwnBackend(() => reply);
  const { send, waiting, setAuthor } = await load();
  await setAuthor('42');
  await putRecords(waitingOf('Mine'));
  await expect(send()).rejects.toThrow('still wait');
  expect((await waiting()).map(({ hold }) => hold)).toEqual([undefined]);
  expect(errors).toHaveBeenCalled();
});

test('no other sync is requested for a text that the backend refused', async () => {
  await using _ = openScope();
  using __ = openLocks();
  using errors = catchErrors();
  await using backend = await openOwnBackend(() => status(422));
  const { send, waiting, setAuthor } = await load();
  await setAuthor('42');
  await putRecords(waitingOf('Refused'));
  await send();
  expect(await titlesSent(backend)).toEqual(['Refused']);
  expect(await waiting()).toMatchObject([{ hold: { kind: 'refused', status: 422 } }]);
  expect(errors).toHaveBeenCalled();
});

test.each([401, 403])('no other sync is requested after %d, as a page with the token sends the text', async (code) => {
  await using _ = openScope();
  using __ = openLocks();
  using errors = catchErrors();
  await using backend = await openOwnBackend(() => status(code));
  const { send, waiting, setAuthor } = await load();
  await setAuthor('42');
  await putRecords(waitingOf('Mine'));
  await send(true);
  expect(await titlesSent(backend)).toEqual(['Mine']);
  expect((await waiting()).map(({ hold }) => hold)).toEqual([undefined]);
  expect(errors).toHaveBeenCalled();
});

test("no other sync is requested if the cookie is refused for a post's picture", async () => {
  await using _ = openScope();
  using __ = openLocks();
  using errors = catchErrors();
  await using backend = await openOwnBackend(({ method }) => status(method === 'PUT' ? 401 : 503));
  const { send, waiting, setAuthor } = await load();
  const { storeImage } = await import('../../src/writing/pictures/stored-images.ts');
  const { name, address, bytes } = fakeImage('picture');
  await storeImage(name, bytes);
  await setAuthor('42');
  await putRecords(waitingOf('Mine', { title: 'Mine', imgUrl: address, content: '' }));
  await send(true);
  expect(await titlesSent(backend)).toEqual([]);
  expect((await waiting()).map(({ hold, unanswered }) => [hold, unanswered])).toEqual([[undefined, []]]);
  expect(errors).toHaveBeenCalled();
});

test('another sync is requested before images are stored, which may take long', async () => {
  await using _ = openScope();
  using __ = openLocks();
  using ___ = catchErrors();
  await using ____ = await openOwnBackend(() => 'drop');
  const { send, setAuthor } = await load();
  const images = await import('../../src/writing/pictures/store-draft-images.ts');
  const done: string[] = [];
  const register = async () => void done.push('registered');
  Object.assign(self, { registration: { sync: { register } } });
  using _____ = vi.spyOn(images, 'storeDraftImages').mockImplementation(async () => void done.push('images'));
  await setAuthor('42');
  await putRecords(waitingOf('Mine'));
  await expect(send(true)).rejects.toThrow('still wait');
  expect(done).toEqual(['registered', 'images']);
});
