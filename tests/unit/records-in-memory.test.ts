import { expect, test, vi } from 'vitest';
import { openOwnBackend, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { openLocks } from './support/locks.ts';
import { draftOf, post } from './support/outbox.ts';
import { openRecordFaults } from './support/record-faults.ts';

const author = { token: 'abc', userId: '42' };

function refuseToOpen(name: string): Disposable {
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('As the test wants it', name);
  });
  return { [Symbol.dispose]: () => open.mockRestore() };
}

function removeGlobal(name: string): Disposable {
  const before = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
  Reflect.deleteProperty(globalThis, name);
  return { [Symbol.dispose]: () => void Object.defineProperty(globalThis, name, before) };
}

const withoutDatabase = {
  'IndexedDB is forbidden': () => refuseToOpen('SecurityError'),
  'there is no IndexedDB': () => removeGlobal('indexedDB'),
};

const loadRecords = async () => ({
  ...(await import('../../src/data/storage/records.ts')),
  ...(await import('../../src/data/storage/record-changes.ts')),
});

/** A page that has just been opened, of an author whose browser forbids IndexedDB. */
async function openPage() {
  vi.resetModules();
  const stack = new AsyncDisposableStack();
  stack.use(openDevice(author));
  stack.use(openLocks());
  stack.use(catchErrors());
  stack.use(refuseToOpen('SecurityError'));
  const { openSession } = await import('../../src/data/session/session.ts');
  openSession();
  return {
    ...(await import('../../src/data/outbox/submit.ts')),
    ...(await import('../../src/data/outbox/send-outbox.ts')),
    ...(await import('../../src/data/outbox/transport.ts')),
    ...(await import('../../src/data/outbox/outbox-store.ts')),
    ...(await import('../../src/data/outbox/waits-in-memory.ts')),
    ...(await import('../../src/data/drafts/all-drafts.ts')),
    ...(await import('../../src/data/drafts/draft-autosave.ts')),
    ...(await import('../../src/data/drafts/draft-backup.ts')),
    ...(await import('../../src/data/drafts/drafts.ts')),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test.each(Object.entries(withoutDatabase))('where %s, records last as long as the page', async (_, forbid) => {
  vi.resetModules();
  await using __ = openDevice();
  using ___ = forbid();
  using said = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { writeRecords, readRecord, readRecords, changeRecord, replaceRecord, keepsNothing } = await loadRecords();
  expect(keepsNothing.get()).toBe(false);
  const record = { list: ['as it was'] };
  await writeRecords({ put: { 'a/2': 'two', 'a/1': record, b: 'other' } });
  record.list.push('changed since');
  expect(await readRecords('a/')).toEqual([{ list: ['as it was'] }, 'two']);
  await Promise.all(Array.from({ length: 20 }, () => changeRecord<number>('count', (count = 0) => count + 1)));
  expect(await readRecord('count')).toBe(20);
  expect(await replaceRecord('a/2', () => ({ 'a/3': 'three' }), ['b'])).toBe(true);
  expect([await readRecord('a/2'), await readRecord('b'), await readRecord('a/3')]).toEqual([
    undefined,
    undefined,
    'three',
  ]);
  expect(keepsNothing.get()).toBe(true);
  expect(said).toHaveBeenCalledOnce();
});

test('a database that has opened is never hidden by memory, whatever fails later', async () => {
  vi.resetModules();
  await using _ = openDevice();
  using faults = openRecordFaults();
  const { writeRecords, readRecord, keepsNothing } = await loadRecords();
  await writeRecords({ put: { draft: 'stored' } });
  faults.closeConnections('silent');
  {
    using __ = refuseToOpen('SecurityError');
    await expect(readRecord('draft')).rejects.toMatchObject({ name: 'SecurityError' });
  }
  expect(keepsNothing.get()).toBe(false);
  expect(await readRecord('draft')).toBe('stored');
});

test('a database that fails for a moment as the page begins is no forbidden one', async () => {
  vi.resetModules();
  await using _ = openDevice();
  const { writeRecords, readRecord, keepsNothing } = await loadRecords();
  {
    using __ = refuseToOpen('UnknownError');
    await expect(writeRecords({ put: { draft: 'lost' } })).rejects.toMatchObject({ name: 'UnknownError' });
  }
  expect(keepsNothing.get()).toBe(false);
  await writeRecords({ put: { draft: 'stored' } });
  expect(await readRecord('draft')).toBe('stored');
});

test('a worker believes nothing stored where IndexedDB is forbidden', async () => {
  vi.resetModules();
  await using _ = openDevice();
  using __ = refuseToOpen('SecurityError');
  const { writeRecords } = await loadRecords();
  using ___ = removeGlobal('document');
  await expect(writeRecords({ put: { a: 1 } })).rejects.toMatchObject({ name: 'SecurityError' });
});

test('where IndexedDB is forbidden, a post is sent at once, for its author alone, and leaves no draft', async () => {
  await using backend = await openOwnBackend(() => status(201));
  await using page = await openPage();
  await page.saveDraft(draftOf('Forbidden'));
  expect(await page.submitPost(draftOf('Forbidden'))).toBe('taken');
  expect(backend.received).toMatchObject([
    { method: 'POST', path: '/blog/posts', headers: { authorization: 'Bearer abc', 'storyline-author': '42' } },
  ]);
  expect(JSON.parse(backend.received[0]?.body ?? '')).toEqual(post('Forbidden'));
  expect([await page.readOutbox(), await page.listDrafts('42')]).toEqual([[], []]);
  expect(await page.waitsInMemory()).toBe(false);
});

test('where IndexedDB is forbidden, a refusal leaves the text in its form', async () => {
  await using _ = await openOwnBackend(() => status(422));
  await using page = await openPage();
  const form = page.autosaveDraft(draftOf('Refused'));
  expect(await page.submitPost(form.draft(), { onAttempt: form.noteAttempt })).toBe('refused');
  expect(form.draft()).toMatchObject({ post: post('Refused') });
  expect(form.draft().sent).toBeUndefined();
  expect(await page.readOutbox()).toEqual([]);
});

test('where IndexedDB is forbidden, a post whose answer was lost is sent again by its page, under its key', async () => {
  await using backend = await openOwnBackend(() => 'drop');
  await using page = await openPage();
  expect(await page.submitPost(draftOf('Again'))).toBe('waiting');
  expect(await page.waitsInMemory()).toBe(true);
  backend.reply = () => status(201);
  await page.sendOutbox({ userId: '42', transport: page.callTransport('abc', true), scope: 'all' });
  const [first, second] = backend.received.map(({ headers }) => headers['idempotency-key']);
  expect(first).toBeDefined();
  expect(second).toBe(first);
  expect(await page.waitsInMemory()).toBe(false);
});

test('where IndexedDB is forbidden, a text whose page is left during its call is the same post when it is back', async () => {
  await using backend = await openOwnBackend(() => 'hang');
  await using page = await openPage();
  const form = page.autosaveDraft(draftOf('Left', { post: post('') }));
  form.change(post('Left'));
  await form.flush();
  void page.submitPost(form.draft(), { onAttempt: form.noteAttempt });
  await expect.poll(() => backend.received).toHaveLength(1);
  const sent = page.readBackup('draft of Left')?.sent;
  expect(sent).toMatchObject({ id: backend.received[0]?.headers['idempotency-key'], post: post('Left') });
});

test('where IndexedDB is forbidden, the browser asks before what waits is lost', async () => {
  await using _ = await openOwnBackend(() => 'drop');
  await using page = await openPage();
  page.askBeforeLoss();
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  expect(await page.submitPost(draftOf('Waits'))).toBe('waiting');
  await page.waitsInMemory();
  expect(isAsked()).toBe(true);
  const [entry] = await page.readOutbox();
  await page.removeEntry(entry?.id ?? '');
  await page.waitsInMemory();
  expect(isAsked()).toBe(false);
});

test('where IndexedDB is forbidden, a form never says that its text is saved, and its tab has a backup', async () => {
  await using page = await openPage();
  const form = page.autosaveDraft(draftOf('Typed', { post: post('') }));
  form.change(post('Typed'));
  await form.flush();
  expect(form.shown.get()).toMatchObject({ status: 'impossible', backup: 'tab' });
  expect(await page.readAllDrafts('42')).toMatchObject([{ post: post('Typed') }]);
  expect(page.hasBackup('draft of Typed')).toBe(true);
  const reopened = page.autosaveDraft((await page.readDraft('draft of Typed')) ?? draftOf('None'));
  await reopened.flush();
  expect(reopened.shown.get()).toMatchObject({ post: post('Typed'), status: 'impossible', backup: 'tab' });
  expect(page.hasBackup('draft of Typed')).toBe(true);
});
