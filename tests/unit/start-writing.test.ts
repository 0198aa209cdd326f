import { expect, test, vi } from 'vitest';
import { type Backend, openOwnBackend, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { replace, stubGlobal } from './support/global.ts';
import { fakeImage } from './support/images.ts';
import { openLocks } from './support/locks.ts';
import { post, publishedAs, putRecords, recordOf, waitingOf } from './support/writing.ts';

const author = { token: 'abc', userId: '42' };

/** Opens a page of the logged-in user. Disposing of it stops the sender, which would send during later tests. */
async function openWriting(login: Partial<typeof author> = author) {
  const stack = new AsyncDisposableStack();
  stack.use(openDevice(login));
  stack.use(openLocks());
  stack.use(catchErrors());
  const { endSession, openSession, session } = await import('../../src/session/session.ts');
  const { startSession } = await import('../../src/session/start-session.ts');
  const { startWriting } = await import('../../src/writing/start-writing.ts');
  const { pageSender } = await import('../../src/writing/sender/page-sender.ts');
  const { shownWriting } = await import('../../src/writing/record/shown-writing.ts');
  const { applyEvent, readAllRecords } = await import('../../src/writing/record/record-store.ts');
  const { readRecord } = await import('../../src/device/storage/records.ts');
  const authorOfWorker = () => readRecord<string>('author');
  openSession();
  stack.defer(async () => {
    session.set({ token: null, userId: null });
    await eventually(async () => expect(await authorOfWorker()).toBeUndefined());
    pageSender().stop();
  });
  return {
    startWriting,
    startSession,
    endSession,
    applyEvent,
    authorOfWorker,
    /** Returns the ids of the pending records, each with the reason why it is held, if any. */
    waiting: async () =>
      (await readAllRecords()).flatMap(({ id, pending, hold }) => (pending ? [[id, hold?.kind]] : [])),
    shown: () => shownWriting.get().map(({ record, state }) => [record.id, state.kind]),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const titlesSent = ({ received }: Backend) => received.map(({ body }): string => JSON.parse(body).title);

test('sends waiting posts when the app starts, and shows refusals', async () => {
  await using backend = await openOwnBackend(() => status(201));
  await using page = await openWriting();
  await putRecords(
    waitingOf('a'),
    waitingOf('b', post('b'), { hold: { kind: 'login', status: 401 } }),
    waitingOf('c', post('c'), { hold: { kind: 'refused', status: 422 } }),
  );
  page.startWriting();
  await eventually(async () => expect(await page.waiting()).toEqual([['c', 'refused']]));
  await eventually(() => expect(page.shown()).toEqual([['c', 'refused']]));
  expect(titlesSent(backend)).toEqual(['a', 'b']);
});

test('sends nothing after a logout, and each waiting post once after the next login', async () => {
  const replies: Reply[] = [status(401)];
  await using backend = await openOwnBackend(() => replies.shift() ?? status(201));
  await using page = await openWriting();
  await putRecords(waitingOf('a'));
  page.startWriting();
  await eventually(async () => expect(await page.waiting()).toEqual([['a', 'login']]));
  page.endSession();
  await eventually(async () => expect(await page.authorOfWorker()).toBeUndefined());
  dispatchEvent(new Event('online'));
  expect(await backend.settled()).toHaveLength(1);
  page.startSession({ token: 'new', userId: '42' });
  await eventually(async () => expect(await page.waiting()).toEqual([]));
  await eventually(async () => expect(await page.authorOfWorker()).toBe('42'));
  expect(backend.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer abc', 'Bearer new']);
});

test('when the database works again, sends a waiting post and shows a refused post', async () => {
  await using backend = await openOwnBackend(() => status(201));
  const { timeouts } = await import('../../src/device/timeouts.ts');
  using _ = replace(timeouts, { maxRetryMs: 300 });
  await using page = await openWriting();
  await putRecords(waitingOf('a'), waitingOf('c', post('c'), { hold: { kind: 'refused', status: 422 } }));
  {
    using transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('As the test wants it', 'TimeoutError');
    });
    page.startWriting();
    // Four tasks each try the database at least once: showing the list, sending, storing the author and sweeping.
    await eventually(() => expect(transaction.mock.calls.length).toBeGreaterThan(4));
  }
  await eventually(async () => expect(await page.waiting()).toEqual([['c', 'refused']]));
  await eventually(() => expect(page.shown()).toEqual([['c', 'refused']]));
  await eventually(async () => expect(await page.authorOfWorker()).toBe('42'));
  expect(titlesSent(backend)).toEqual(['a']);
});

test('registers a Background Sync once per waiting post, and when the page is hidden', async () => {
  await using backend = await openOwnBackend(() => status(503));
  const asked: string[] = [];
  const registration = { sync: { register: async (tag: string) => void asked.push(tag) } };
  using _ = stubProperty(navigator, 'serviceWorker', { ready: Promise.resolve(registration), controller: null });
  using __ = stubGlobal('SyncManager', class {});
  await using page = await openWriting();
  page.startWriting();
  await putRecords(waitingOf('a'));
  // Applies an event, because `putRecords` does not update the shown list.
  await page.applyEvent('a', { kind: 'due' });
  await eventually(() => expect(asked).toHaveLength(1));
  await page.applyEvent('a', { kind: 'due' });
  await eventually(() => expect(backend.received.length).toBeGreaterThan(0));
  await putRecords(waitingOf('b'));
  await page.applyEvent('b', { kind: 'due' });
  await eventually(() => expect(asked).toHaveLength(2));
  using ___ = stubProperty(document, 'visibilityState', 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await eventually(() => expect(asked).toHaveLength(3));
  expect(new Set(asked)).toEqual(new Set(['outbox']));
});

test('the app badge shows the number of waiting posts, and is cleared after the last', async () => {
  await using backend = await openOwnBackend(() => status(503));
  const badges: (number | 'none')[] = [];
  using _ = stubProperty(navigator, 'setAppBadge', async (count: number) => void badges.push(count));
  using __ = stubProperty(navigator, 'clearAppBadge', async () => void badges.push('none'));
  await using page = await openWriting();
  await putRecords(waitingOf('a'), waitingOf('b', post('b'), { hold: { kind: 'refused', status: 422 } }));
  page.startWriting();
  await eventually(() => expect(badges.at(-1)).toBe(2));
  backend.reply = () => status(201);
  await page.applyEvent('b', { kind: 'discarded' });
  await eventually(() => {
    dispatchEvent(new Event('online'));
    expect(badges.at(-1)).toBe('none');
  });
});

test("after a delete, the post's text becomes a draft, and its pictures are stored", async () => {
  const { name, address, bytes } = fakeImage('picture');
  const text = { title: 'With a picture', imgUrl: address, content: '' };
  await using _ = await openOwnBackend(() => status(204));
  const images = await import('../../src/writing/pictures/image-calls.ts');
  using __ = vi.spyOn(images, 'getImage').mockResolvedValue(bytes);
  await using page = await openWriting();
  const { readStoredImages } = await import('../../src/writing/pictures/stored-images.ts');
  await putRecords(recordOf('a', publishedAs('p', text)));
  page.startWriting();
  await eventually(async () => expect(await page.authorOfWorker()).toBe('42'));
  await page.applyEvent('a', { kind: 'deleted' });
  await eventually(async () => expect((await readStoredImages()).map((image) => image.name)).toEqual([name]));
  await eventually(() => expect(page.shown()).toEqual([[expect.any(String), 'draft']]));
});

/** Defines a property that jsdom lacks, until disposed of. */
function stubProperty(target: object, name: string, value: unknown): Disposable {
  Object.defineProperty(target, name, { value, configurable: true });
  return { [Symbol.dispose]: () => void Reflect.deleteProperty(target, name) };
}
