// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { type Call, json, openOwnBackend, type Reply, type Replying, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { fakeImage } from './support/images.ts';
import { openLocks } from './support/locks.ts';
import { openScope } from './support/reading.ts';
import { post, putRecords, waitingOf } from './support/writing.ts';

/** Opens the sender of a worker whose pages are all closed, by default after the user 42 has logged in. */
async function openSender(reply: Replying, author: string | null = '42') {
  await using owned = new AsyncDisposableStack();
  owned.use(openScope());
  owned.use(openLocks());
  const errors = owned.use(catchErrors());
  const backend = owned.use(await openOwnBackend(reply));
  const { sendInBackground } = await import('../../src/worker/publishing.ts');
  const { readAllRecords } = await import('../../src/writing/record/record-store.ts');
  const { writeRecords } = await import('../../src/device/storage/records.ts');
  const { recordKeys } = await import('../../src/device/storage/storage-names.ts');
  if (author) await writeRecords({ put: { [recordKeys.author]: author } });
  const opened = owned.move();
  return {
    errors,
    send: sendInBackground,
    waiting: async () => (await readAllRecords()).filter(({ pending }) => pending !== undefined),
    titlesSent: async () =>
      (await backend.settled()).flatMap(({ method, body }): string[] =>
        method === 'POST' ? [JSON.parse(body).title] : [],
      ),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Returns the answer of our own backend to a request that publishes a post. */
const published = ({ body }: Call): Reply => json({ ...JSON.parse(body), _id: 'p', etag: '"1"', version: 1 }, {}, 201);

test("with every page closed, the worker sends only the current user's waiting posts", async () => {
  await using sender = await openSender(published);
  await putRecords(waitingOf('Mine'));
  await putRecords(waitingOf("Another's", post('Another'), { userId: '7' }));
  await sender.send();
  expect(await sender.titlesSent()).toEqual(['Mine']);
  expect(await sender.waiting()).toMatchObject([{ userId: '7' }]);
});

test('without a logged-in user, the worker sends no waiting post, and deletes none', async () => {
  await using sender = await openSender(published, null);
  await putRecords(waitingOf('Mine'));
  await sender.send();
  expect(await sender.titlesSent()).toEqual([]);
  expect(await sender.waiting()).toHaveLength(1);
});

test.each<[string, Reply]>([
  ['503', status(503)],
  ['a dropped connection', 'drop'],
])('while a post waits, the sync rejects after %s, so that the browser retries', async (_, reply) => {
  await using sender = await openSender(() => reply);
  await putRecords(waitingOf('Mine'));
  await expect(sender.send()).rejects.toThrow('still wait');
  expect((await sender.waiting()).map(({ hold }) => hold)).toEqual([undefined]);
  expect(sender.errors).toHaveBeenCalled();
});

test('after a 422, the sync resolves, and the post is marked as refused', async () => {
  await using sender = await openSender(() => status(422));
  await putRecords(waitingOf('Refused'));
  await sender.send();
  expect(await sender.titlesSent()).toEqual(['Refused']);
  expect(await sender.waiting()).toMatchObject([{ hold: { kind: 'refused', status: 422 } }]);
  expect(sender.errors).toHaveBeenCalled();
});

test.each([401, 403])('after a %d, the sync resolves, and the post is not marked as refused', async (code) => {
  await using sender = await openSender(() => status(code));
  await putRecords(waitingOf('Mine'));
  await sender.send(true);
  expect(await sender.titlesSent()).toEqual(['Mine']);
  expect((await sender.waiting()).map(({ hold }) => hold)).toEqual([undefined]);
  expect(sender.errors).toHaveBeenCalled();
});

test('after a 401 for a picture, the sync resolves without sending the post', async () => {
  await using sender = await openSender(({ method }) => status(method === 'PUT' ? 401 : 503));
  const { storeImage } = await import('../../src/writing/pictures/stored-images.ts');
  const { name, address, bytes } = fakeImage('picture');
  await storeImage(name, bytes);
  await putRecords(waitingOf('Mine', { title: 'Mine', imgUrl: address, content: '' }));
  await sender.send(true);
  expect(await sender.titlesSent()).toEqual([]);
  expect((await sender.waiting()).map(({ hold, unanswered }) => [hold, unanswered])).toEqual([[undefined, []]]);
  expect(sender.errors).toHaveBeenCalled();
});

test("a sync's last attempt registers a new sync before it stores images", async () => {
  await using sender = await openSender(() => 'drop');
  const images = await import('../../src/writing/pictures/store-draft-images.ts');
  const done: string[] = [];
  const register = async () => void done.push('registered');
  Object.assign(self, { registration: { sync: { register } } });
  using _ = vi.spyOn(images, 'storeDraftImages').mockImplementation(async () => void done.push('images'));
  await putRecords(waitingOf('Mine'));
  await expect(sender.send(true)).rejects.toThrow('still wait');
  expect(done).toEqual(['registered', 'images']);
});
