// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { type Backend, openOwnBackend, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { fakeImage } from './support/images.ts';
import { openLocks } from './support/locks.ts';
import { entryOf } from './support/outbox.ts';
import { openScope } from './support/reading.ts';

/** The worker's part of the outbox, with the records that a page has left. Open the backend first. */
async function load() {
  const { sendWaitingEntries } = await import('../../src/worker/publishing.ts');
  const { putEntry, readOutbox } = await import('../../src/data/outbox/outbox-store.ts');
  const { writeRecords } = await import('../../src/data/storage/records.ts');
  const { recordKeys } = await import('../../src/data/storage/storage-names.ts');
  const setAuthor = (userId: string) => writeRecords({ put: { [recordKeys.author]: userId } });
  return { publishWaiting: sendWaitingEntries, putEntry, readOutbox, setAuthor };
}

const titlesSent = async (backend: Backend) =>
  (await backend.settled()).filter(({ method }) => method === 'POST').map(({ body }): string => JSON.parse(body).title);

test('With every page closed the worker sends the entries of the author who is logged in, and no others', async () => {
  await using _ = openScope();
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  const { publishWaiting, putEntry, readOutbox, setAuthor } = await load();
  await setAuthor('42');
  await putEntry(entryOf('Mine'));
  await putEntry(entryOf("Another's", { userId: '7' }));
  await publishWaiting();
  expect(await titlesSent(backend)).toEqual(['Mine']);
  expect(await readOutbox()).toMatchObject([{ userId: '7' }]);
});

test('With nobody logged in the worker sends nothing, and the entries stay', async () => {
  await using _ = openScope();
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  const { publishWaiting, putEntry, readOutbox } = await load();
  await putEntry(entryOf('Mine'));
  await publishWaiting();
  expect(await titlesSent(backend)).toEqual([]);
  expect(await readOutbox()).toHaveLength(1);
});

test.each<[string, Reply]>([
  ['503', status(503)],
  ['a dropped connection', 'drop'],
])('The browser is asked to sync again while an entry waits after %s', async (_, reply) => {
  await using __ = openScope();
  using ___ = openLocks();
  using errors = catchErrors();
  await using ____ = await openOwnBackend(() => reply);
  const { publishWaiting, putEntry, readOutbox, setAuthor } = await load();
  await setAuthor('42');
  await putEntry(entryOf('Mine'));
  await expect(publishWaiting()).rejects.toThrow('still wait');
  expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting' } }]);
  expect(errors).toHaveBeenCalled();
});

test('The browser is not asked to sync again for what the backend has refused', async () => {
  await using _ = openScope();
  using __ = openLocks();
  using errors = catchErrors();
  await using backend = await openOwnBackend(() => status(422));
  const { publishWaiting, putEntry, readOutbox, setAuthor } = await load();
  await setAuthor('42');
  await putEntry(entryOf('Refused'));
  await publishWaiting();
  expect(await titlesSent(backend)).toEqual(['Refused']);
  expect(await readOutbox()).toMatchObject([{ state: { name: 'refused', status: 422 } }]);
  expect(errors).toHaveBeenCalled();
});

test.each([401, 403])(
  'After %d the browser is not asked to sync again: a page that has the token sends it',
  async (code) => {
    await using _ = openScope();
    using __ = openLocks();
    using errors = catchErrors();
    await using backend = await openOwnBackend(() => status(code));
    const { publishWaiting, putEntry, readOutbox, setAuthor } = await load();
    await setAuthor('42');
    await putEntry(entryOf('Mine'));
    await publishWaiting(true);
    expect(await titlesSent(backend)).toEqual(['Mine']);
    expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting' } }]);
    expect(errors).toHaveBeenCalled();
  },
);

test('A picture that the session cookie is refused for asks for no further sync, and its post stays', async () => {
  await using _ = openScope();
  using __ = openLocks();
  using errors = catchErrors();
  await using backend = await openOwnBackend(({ method }) => status(method === 'PUT' ? 401 : 201));
  const { publishWaiting, putEntry, readOutbox, setAuthor } = await load();
  const { storeImage } = await import('../../src/data/images/stored-images.ts');
  const { name, address, bytes } = fakeImage('picture');
  await storeImage(name, bytes);
  await setAuthor('42');
  await putEntry(entryOf('Mine', { work: { kind: 'publish', post: { title: 'Mine', imgUrl: address, content: '' } } }));
  await publishWaiting(true);
  expect(await titlesSent(backend)).toEqual([]);
  expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting' }, isInDoubt: false }]);
  expect(errors).toHaveBeenCalled();
});

test('The browser is asked for further attempts before images are stored, which may take long', async () => {
  await using _ = openScope();
  using __ = openLocks();
  using ___ = catchErrors();
  await using ____ = await openOwnBackend(() => 'drop');
  const { publishWaiting, putEntry, setAuthor } = await load();
  const sending = await import('../../src/data/outbox/send-outbox.ts');
  const done: string[] = [];
  const register = async () => void done.push('registered');
  Object.assign(self, { registration: { sync: { register } } });
  using _____ = vi.spyOn(sending, 'storeImagesAfter').mockImplementation(async () => void done.push('images'));
  await setAuthor('42');
  await putEntry(entryOf('Mine'));
  await expect(publishWaiting(true)).rejects.toThrow('still wait');
  expect(done).toEqual(['registered', 'images']);
});
