import { expect, test, vi } from 'vitest';
import { json, openForeignBackend, openOwnBackend, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { replace } from './support/global.ts';
import { openLocks } from './support/locks.ts';
import { draftOf, post } from './support/outbox.ts';
import { openRecordFaults } from './support/record-faults.ts';

const author = { token: 'abc', userId: '42' };

async function openPress() {
  const { openSession } = await import('../../src/data/session/session.ts');
  const { submitPost, submitDelete } = await import('../../src/data/outbox/submit.ts');
  const { readOutbox, changeEntry } = await import('../../src/data/outbox/outbox-store.ts');
  const { listDrafts, saveDraft } = await import('../../src/data/drafts/drafts.ts');
  openSession();
  return { pressPublish: submitPost, pressDelete: submitDelete, readOutbox, changeEntry, listDrafts, saveDraft };
}

const isSending = (record: unknown) =>
  typeof record === 'object' && record !== null && JSON.stringify(record).includes('"name":"sending"');

test('A stored post waits, whatever fails on the device while it is sent', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  await using backend = await openOwnBackend(() => status(201));
  using errors = catchErrors();
  const { pressPublish, readOutbox } = await openPress();
  faults.hasRoomFor = (record) => !isSending(record);
  expect(await pressPublish(draftOf('Full'))).toBe('waiting');
  expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting' }, work: { post: { title: 'Full' } } }]);
  expect(await backend.settled()).toEqual([]);
  expect(errors).toHaveBeenCalled();
});

test('A post that the device does not store is not sent', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  await using backend = await openOwnBackend(() => status(201));
  const { pressPublish, readOutbox, listDrafts, saveDraft } = await openPress();
  await saveDraft(draftOf('Full'));
  faults.hasRoomFor = (_record, key) => !key.startsWith('outbox/');
  await expect(pressPublish(draftOf('Full'))).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(await backend.settled()).toEqual([]);
  expect(await readOutbox()).toEqual([]);
  expect(await listDrafts('42')).toMatchObject([{ post: { title: 'Full' } }]);
});

test('Caches are evicted to store the post, images first', async () => {
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

test('A post refused after a lost answer stays in the outbox, as it may have arrived', async () => {
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
  const { sendOutbox } = await import('../../src/data/outbox/send-outbox.ts');
  const { callTransport } = await import('../../src/data/outbox/transport.ts');
  // Another tab is at work when the button is pressed, and comes by the new entry first.
  const { promise: busy, resolve: free } = Promise.withResolvers<void>();
  void navigator.locks.request('outbox', () => busy);
  const transport = callTransport('abc', true);
  const other = sendOutbox({ userId: '42', transport, scope: 'all' });
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

test.each([
  { how: 'Cancel and edit', action: 'cancelAndEdit' as const },
  { how: 'Discard', action: 'discardEntry' as const },
])('A post that $how takes out of the outbox before it is sent is not told to be published', async ({ action }) => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  const { pressPublish, readOutbox } = await openPress();
  const actions = await import('../../src/data/outbox/entry-actions.ts');
  const { promise: busy, resolve: end } = Promise.withResolvers<void>();
  // Another tab is sending.
  void navigator.locks.request('outbox', () => busy);
  const pressed = pressPublish(draftOf('Hasty'));
  await expect.poll(readOutbox).toHaveLength(1);
  for (const entry of await readOutbox()) await actions[action](entry);
  end();
  expect(await pressed).toBe('waiting');
  expect(await backend.settled()).toEqual([]);
});

test.each([
  { when: 'before it is sent', calls: 0 },
  { when: 'while its answer is lost', calls: 1 },
])('A post that is deleted with the storage $when is a draft, and goes again under its key', async ({ calls }) => {
  await using device = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(async () => {
    await device.deleteRecords();
    return 'drop' as const;
  });
  using ___ = catchErrors();
  const { pressPublish, readOutbox, listDrafts } = await openPress();
  const { promise: busy, resolve: end } = Promise.withResolvers<void>();
  if (calls === 0) void navigator.locks.request('outbox', () => busy);
  const pressed = pressPublish(draftOf('Evicted'));
  if (calls === 0) {
    await expect.poll(readOutbox).toHaveLength(1);
    await device.deleteRecords();
    end();
  }
  expect(await pressed).toBe('waiting');
  expect(await backend.settled()).toHaveLength(calls);
  const [draft] = await listDrafts('42');
  expect(draft).toMatchObject({ post: { title: 'Evicted' } });
  backend.reply = () => status(201);
  expect(draft && (await pressPublish(draft))).toBe('taken');
  expect(new Set(backend.received.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([draft?.id]));
});

test('A post that is deleted with the storage of a slow, full device stays in its form, and goes again under its key', async () => {
  await using device = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  const { promise: told, resolve: onHang } = Promise.withResolvers<void>();
  await using backend = await openOwnBackend(async () => {
    await device.deleteRecords();
    faults.hasRoomFor = () => false;
    const hanging = await faults.hang();
    Object.assign(timeouts, { deviceTimeoutMs: 50 });
    void told.then(() => hanging[Symbol.dispose]());
    return 'drop' as const;
  });
  using ____ = catchErrors();
  const { pressPublish } = await openPress();
  const { timeouts } = await import('../../src/data/timeouts.ts');
  using _____ = replace(timeouts, { submitTimeoutMs: 200 });
  const draft = draftOf('Evicted');
  const onSent = (sent: typeof draft.sent) => Object.assign(draft, { sent });
  const pressed = pressPublish(draft, { onHang, onSent });
  await expect(pressed).rejects.toThrow(expect.objectContaining({ name: 'QuotaExceededError' }));
  faults.hasRoomFor = () => true;
  backend.reply = () => status(201);
  expect(await pressPublish(draft)).toBe('taken');
  expect(backend.received).toHaveLength(2);
  expect(new Set(backend.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('A post that is deleted with the storage of a device that opens no database for long is a draft', async () => {
  await using device = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  await using backend = await openOwnBackend(async () => {
    await device.deleteRecords();
    faults.closeConnections('silent');
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest);
    const impatience = replace(timeouts, { deviceTimeoutMs: 200, databaseOpenTimeoutMs: 20, databaseLockTimeoutMs: 5 });
    void isOver.then(() => {
      open.mockRestore();
      impatience[Symbol.dispose]();
    });
    return 'drop' as const;
  });
  using ___ = catchErrors();
  const { pressPublish, readOutbox, listDrafts } = await openPress();
  const { timeouts } = await import('../../src/data/timeouts.ts');
  expect(await pressPublish(draftOf('Evicted'), { onHang: end }).finally(end)).toBe('waiting');
  expect(await readOutbox()).toEqual([]);
  const [draft] = await listDrafts('42');
  expect(draft).toMatchObject({ post: { title: 'Evicted' } });
  expect(backend.received.map(({ headers }) => headers['idempotency-key'])).toEqual([draft?.id]);
});

test('A post that is deleted with the storage of a device that fails once is a draft', async () => {
  await using device = openDevice(author);
  using __ = openLocks();
  const { get } = IDBObjectStore.prototype;
  // On the connection that has ended, and on the new one.
  let failures = 2;
  using ___ = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    if (!String(key).startsWith('ended-draft/') || failures === 0) return get.call(this, key);
    failures -= 1;
    throw new DOMException('The storage fails', 'UnknownError');
  });
  await using ____ = await openOwnBackend(async () => {
    await device.deleteRecords();
    return 'drop' as const;
  });
  using _____ = catchErrors();
  const { pressPublish, listDrafts } = await openPress();
  expect(await pressPublish(draftOf('Evicted'))).toBe('waiting');
  expect(failures).toBe(0);
  expect(await listDrafts('42')).toMatchObject([{ post: { title: 'Evicted' } }]);
});

test.each([
  { which: 'whose answer was lost', reply: 'drop' as const },
  { which: 'that is still on its way', reply: 'hang' as const },
])(
  'A foreign backend has the time of a whole call to show a post $which as its storage is deleted',
  async ({ reply }) => {
    await using device = openDevice(author);
    using locks = openLocks();
    await using backend = await openForeignBackend(async ({ method }) => {
      if (method === 'GET') return json([]);
      await device.deleteRecords();
      return reply;
    });
    using ___ = catchErrors();
    const { pressPublish, readOutbox, listDrafts } = await openPress();
    const { timeouts } = await import('../../src/data/timeouts.ts');
    using __ = replace(timeouts, { submitTimeoutMs: 200 });
    const began = Date.now();
    expect(await pressPublish(draftOf('Evicted'))).toBe('waiting');
    const [draft] = await listDrafts('42');
    expect(draft && (await pressPublish(draft))).toBe('waiting');
    expect(backend.received.filter(({ method }) => method === 'POST')).toHaveLength(1);
    const [entry] = await readOutbox();
    expect(entry).toMatchObject({ isInDoubt: true, state: { name: 'waiting' } });
    const heldUntil = entry?.state.name === 'waiting' ? entry.state.heldUntil : 0;
    expect(heldUntil).toBeGreaterThanOrEqual(began + timeouts.sendTimeoutMs + timeouts.arrivalMs);
    await backend.stop();
    await expect.poll(() => locks.isHeld('outbox')).toBe(false);
  },
);

test('A post that another tab takes out, corrects and discards is not told to be published', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openForeignBackend(() => json([]));
  const { pressPublish, readOutbox } = await openPress();
  const { cancelAndEdit, discardEntry } = await import('../../src/data/outbox/entry-actions.ts');
  const { readDraft } = await import('../../src/data/drafts/drafts.ts');
  const { promise: busy, resolve: end } = Promise.withResolvers<void>();
  void navigator.locks.request('outbox', () => busy);
  const pressed = pressPublish(draftOf('Hasty'));
  await expect.poll(readOutbox).toHaveLength(1);
  const [entry] = await readOutbox();
  const draft = entry && (await readDraft((await cancelAndEdit(entry)) ?? ''));
  if (!draft) throw new Error('It did not come back.');
  const corrected = pressPublish({ ...draft, post: post('Corrected') });
  await expect.poll(readOutbox).toHaveLength(1);
  for (const left of await readOutbox()) await discardEntry(left);
  end();
  expect(await Promise.all([pressed, corrected])).toEqual(['waiting', 'waiting']);
  expect((await backend.settled()).filter(({ method }) => method === 'POST')).toEqual([]);
});

test('A delete that another tab takes out of the outbox is not told to be done', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(204));
  const { pressDelete, readOutbox } = await openPress();
  const { discardEntry } = await import('../../src/data/outbox/entry-actions.ts');
  const { promise: busy, resolve: end } = Promise.withResolvers<void>();
  void navigator.locks.request('outbox', () => busy);
  const pressed = pressDelete({ _id: 'p', ...post('Staying') });
  await expect.poll(readOutbox).toHaveLength(1);
  for (const entry of await readOutbox()) await discardEntry(entry);
  end();
  expect(await pressed).toBe('waiting');
  expect(await backend.settled()).toEqual([]);
});

test.each([
  { what: 'post', code: 201 },
  { what: 'delete', code: 204 },
])('A $what that another tab has sent is told to be taken', async ({ what, code }) => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(code));
  const { pressPublish, pressDelete, readOutbox } = await openPress();
  const { sendNow } = await import('../../src/data/outbox/outbox-scheduler.ts');
  const { promise: busy, resolve: end } = Promise.withResolvers<void>();
  void navigator.locks.request('outbox', () => busy);
  const other = sendNow('all');
  const pressed = what === 'post' ? pressPublish(draftOf('Sent')) : pressDelete({ _id: 'p', ...post('Sent') });
  await expect.poll(readOutbox).toHaveLength(1);
  end();
  await other;
  expect(await pressed).toBe('taken');
  expect(backend.received).toHaveLength(1);
});

test('A form hears when the outbox has its text, before the backend answers, and when it will not have it', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await using ___ = await openOwnBackend(() => answered.then(() => status(503)));
  using errors = catchErrors();
  const { pressPublish, readOutbox } = await openPress();
  const { promise: stored, resolve: onStored } = Promise.withResolvers<void>();
  const pressed = pressPublish(draftOf('Slow answer'), { onStored });
  await stored;
  expect(await readOutbox()).toHaveLength(1);
  answer();
  expect(await pressed).toBe('waiting');
  faults.hasRoomFor = () => false;
  const notStored = vi.fn();
  await expect(pressPublish(draftOf('No room'), { onStored: notStored })).rejects.toThrow();
  expect(notStored).toHaveBeenCalledOnce();
  expect(errors).toHaveBeenCalled();
});

test('The author reads that the device hangs, and the post is sent once it answers', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  await using backend = await openOwnBackend(() => status(201));
  const { pressPublish, readOutbox } = await openPress();
  const { timeouts } = await import('../../src/data/timeouts.ts');
  const { promise: told, resolve: onHang } = Promise.withResolvers<void>();
  const hanging = await faults.hang();
  const impatience = replace(timeouts, { deviceTimeoutMs: 20 });
  const pressed = pressPublish(draftOf('Hanging'), { onHang });
  await told;
  impatience[Symbol.dispose]();
  expect(await backend.settled()).toEqual([]);
  hanging[Symbol.dispose]();
  expect(await pressed).toBe('taken');
  expect(backend.received.map(({ method }) => method)).toEqual(['POST']);
  expect(await readOutbox()).toEqual([]);
});

test('A post waits if the device hangs while it is sent, and is sent again under its key', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  const { promise: told, resolve: onHang } = Promise.withResolvers<void>();
  await using backend = await openOwnBackend(async () => {
    const hanging = await faults.hang();
    Object.assign(timeouts, { deviceTimeoutMs: 100 });
    void told.then(() => hanging[Symbol.dispose]());
    return status(201);
  });
  using ____ = catchErrors();
  const { pressPublish, readOutbox } = await openPress();
  const { timeouts } = await import('../../src/data/timeouts.ts');
  const before = timeouts.deviceTimeoutMs;
  using _____ = replace(timeouts, { submitTimeoutMs: 200 });
  expect(await pressPublish(draftOf('Hanging'), { onHang })).toBe('waiting');
  Object.assign(timeouts, { deviceTimeoutMs: before });
  backend.reply = () => status(201);
  const { sendNow } = await import('../../src/data/outbox/outbox-scheduler.ts');
  await sendNow('all');
  expect(await readOutbox()).toEqual([]);
  expect(new Set(backend.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test.each([401, 403, 422])('A post refused at its submit (%i) becomes a draft again', async (code) => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using ___ = await openOwnBackend(() => status(code));
  using ____ = catchErrors();
  const { pressPublish, readOutbox, listDrafts } = await openPress();
  expect(await pressPublish(draftOf('Refused'))).toBe(code === 401 ? 'login expired' : 'refused');
  expect(await readOutbox()).toEqual([]);
  expect(await listDrafts('42')).toMatchObject([{ id: 'draft of Refused', post: { title: 'Refused' } }]);
});

test('Submitting the same text twice makes two posts', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  await using backend = await openOwnBackend(() => status(201));
  const { pressPublish } = await openPress();
  expect(await Promise.all([pressPublish(draftOf('Same')), pressPublish(draftOf('Same'))])).toEqual(['taken', 'taken']);
  expect(new Set(backend.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
});

test('Without Web Locks a page sends a post once, though its timer fires meanwhile', async () => {
  await using _ = openDevice(author);
  await using backend = await openForeignBackend(({ method }) => (method === 'POST' ? status(201) : json([])));
  const { pressPublish, readOutbox } = await openPress();
  const { startOutboxScheduler, sendNow } = await import('../../src/data/outbox/outbox-scheduler.ts');
  startOutboxScheduler();
  expect(await pressPublish(draftOf('Once'))).toBe('taken');
  await expect.poll(readOutbox).toEqual([]);
  // The page's senders take turns: with this one over, those that began before it are too.
  await sendNow('all');
  expect((await backend.settled()).filter(({ method }) => method === 'POST')).toHaveLength(1);
});

async function openDoubtfulDraft() {
  const press = await openPress();
  const { cancelAndEdit } = await import('../../src/data/outbox/entry-actions.ts');
  const { readDraft } = await import('../../src/data/drafts/drafts.ts');
  await press.pressPublish(draftOf('Twice'));
  const [entry] = await press.readOutbox();
  const draft = entry && (await readDraft((await cancelAndEdit(entry)) ?? ''));
  if (!draft) throw new Error('It did not come back.');
  // A duplicated tab has the same draft in its form.
  expect(await press.pressPublish(draft)).toBe('waiting');
  return { ...press, draft };
}

test('A text in doubt that a duplicated tab submits unchanged stays one post', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using ___ = catchErrors();
  await using backend = await openOwnBackend(() => status(503));
  const { pressPublish, readOutbox, listDrafts, draft } = await openDoubtfulDraft();
  backend.reply = () => status(201);
  expect(await pressPublish(draft)).toBe('taken');
  expect(await readOutbox()).toEqual([]);
  expect(await listDrafts('42')).toEqual([]);
  expect(backend.received).toHaveLength(3);
  expect(new Set(backend.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('A text in doubt that a duplicated tab submits corrected asks the author', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using ___ = catchErrors();
  await using backend = await openOwnBackend(() => status(503));
  const { pressPublish, readOutbox, draft } = await openDoubtfulDraft();
  backend.reply = () => status(201);
  expect(await pressPublish({ ...draft, post: { ...draft.post, content: 'Corrected.' } })).toBe('waiting');
  const { sendNow } = await import('../../src/data/outbox/outbox-scheduler.ts');
  await sendNow('all');
  expect(await readOutbox()).toMatchObject([{ state: { name: 'arrived' }, work: { post: { content: 'Corrected.' } } }]);
  expect(backend.received.filter(({ body }) => body.includes('Corrected.'))).toEqual([]);
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
