import { expect, test } from 'vitest';
import { json, openForeignBackend, openOwnBackend, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { openLocks } from './support/locks.ts';
import { draftOf } from './support/outbox.ts';
import { openRecordFaults } from './support/record-faults.ts';

const author = { token: 'abc', userId: '42' };

async function openPress() {
  const { openSession } = await import('../../src/data/session.ts');
  const { pressPublish, pressDelete } = await import('../../src/data/outbox/press.ts');
  const { readOutbox, changeEntry } = await import('../../src/data/outbox/box.ts');
  const { listDrafts, saveDraft } = await import('../../src/data/drafts.ts');
  openSession();
  return { pressPublish, pressDelete, readOutbox, changeEntry, listDrafts, saveDraft };
}

const isSending = (record: unknown) =>
  typeof record === 'object' && record !== null && JSON.stringify(record).includes('"name":"sending"');

test('a post that is kept waits, whatever breaks on the device while it is sent', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  await using backend = await openOwnBackend(() => status(201));
  using errors = catchErrors();
  const { pressPublish, readOutbox } = await openPress();
  faults.hasRoomFor = (record) => !isSending(record);
  expect(await pressPublish(draftOf('Full'))).toBe('waiting');
  expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting' }, work: { post: { title: 'Full' } } }]);
  expect(backend.received).toEqual([]);
  expect(errors).toHaveBeenCalled();
});

test('a post that the device does not keep is not sent', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  await using backend = await openOwnBackend(() => status(201));
  const { pressPublish, readOutbox, listDrafts, saveDraft } = await openPress();
  await saveDraft(draftOf('Full'));
  faults.hasRoomFor = (_record, key) => !key.startsWith('outbox/');
  await expect(pressPublish(draftOf('Full'))).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(backend.received).toEqual([]);
  expect(await readOutbox()).toEqual([]);
  expect(await listDrafts('42')).toMatchObject([{ post: { title: 'Full' } }]);
});

test('copies make room for the post, images first', async () => {
  await using device = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  await using _ = await openOwnBackend(() => status(503));
  using ___ = catchErrors();
  const { pressPublish, readOutbox } = await openPress();
  for (const name of ['images', 'posts', 'lists', 'own-lists']) {
    await (await caches.open(name)).put('https://app.example/copy', new Response('copy'));
  }
  faults.hasRoomFor = (_record, key) => !key.startsWith('outbox/') || device.caches.urlsIn('posts').length === 0;
  expect(await pressPublish(draftOf('Roomy'))).toBe('waiting');
  expect(await readOutbox()).toHaveLength(1);
  const left = ['images', 'posts', 'lists', 'own-lists'].filter((name) => device.caches.urlsIn(name).length > 0);
  expect(left).toEqual(['lists', 'own-lists']);
});

test('what is refused after an answer was lost stays in the outbox: it may have arrived', async () => {
  await using _ = openDevice(author);
  using locks = openLocks();
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
  await using backend = await openOwnBackend(async () => {
    if (backend.received.length > 1) return status(422);
    await lost;
    return 'drop';
  });
  using __ = catchErrors();
  const { pressPublish, readOutbox, listDrafts } = await openPress();
  const { sendOutbox } = await import('../../src/data/outbox/send.ts');
  const { callTransport } = await import('../../src/data/outbox/transport.ts');
  // Another tab is at work when the button is pressed, and comes by the new entry first.
  const { promise: busy, resolve: free } = Promise.withResolvers<void>();
  void navigator.locks.request('outbox', () => busy);
  const transport = callTransport('abc', true);
  const other = sendOutbox({ userId: '42', transport, reach: 'all' });
  const pressed = pressPublish(draftOf('Doubtful'));
  await expect.poll(async () => (await readOutbox()).length).toBe(1);
  free();
  lose();
  await other;
  expect(await pressed).toBe('waiting');
  expect(backend.received).toHaveLength(2);
  expect(await readOutbox()).toMatchObject([{ isInDoubt: true, state: { name: 'refused', status: 422 } }]);
  expect(await listDrafts('42')).toEqual([]);
  expect(locks.isHeld('outbox')).toBe(false);
});

test.each([401, 403, 422])('what is refused at the press (%i) is a draft again', async (code) => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using ___ = await openOwnBackend(() => status(code));
  using ____ = catchErrors();
  const { pressPublish, readOutbox, listDrafts } = await openPress();
  expect(await pressPublish(draftOf('Refused'))).toBe('refused');
  expect(await readOutbox()).toEqual([]);
  expect(await listDrafts('42')).toMatchObject([{ id: 'draft of Refused', post: { title: 'Refused' } }]);
});

test('two presses of the same text are two posts', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  const { pressPublish } = await openPress();
  expect(await Promise.all([pressPublish(draftOf('Same')), pressPublish(draftOf('Same'))])).toEqual(['taken', 'taken']);
  expect(new Set(backend.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
});

test('a page with no Web Locks sends a press once, though its timer comes by as well', async () => {
  await using _ = openDevice(author);
  await using backend = await openForeignBackend(({ method }) => (method === 'POST' ? status(201) : json([])));
  const { pressPublish, readOutbox } = await openPress();
  const { tendOutbox } = await import('../../src/data/outbox/tend.ts');
  tendOutbox();
  expect(await pressPublish(draftOf('Once'))).toBe('taken');
  await expect.poll(readOutbox).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(backend.received.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test("a web page's 200 is no acceptance, in whatever case its type is written", async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using ___ = await openOwnBackend(() => ({ headers: { 'Content-Type': 'Text/HTML' }, body: '<p>Wi-Fi' }));
  using ____ = catchErrors();
  const { pressPublish, readOutbox } = await openPress();
  expect(await pressPublish(draftOf('Hotel'))).toBe('waiting');
  expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting' }, isInDoubt: true }]);
});
