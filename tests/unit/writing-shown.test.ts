import { expect, test, vi } from 'vitest';
import { openOwnBackend } from './support/backend.ts';
import { eventually } from './support/eventually.ts';
import { openForms } from './support/forms.ts';
import { replace } from './support/global.ts';
import { draftOf, putRecords, waitingOf } from './support/writing.ts';

/** Opens a page that lists its user's drafts and waiting posts. Disposing of `follow()` ends updates of the list. */
async function openPage() {
  const forms = await openForms();
  const { session } = await import('../../src/session/session.ts');
  const { timeouts } = await import('../../src/device/timeouts.ts');
  const { followWriting, loadWriting, waitsInMemory } = await import('../../src/writing/record/read-writing.ts');
  const { shownWriting } = await import('../../src/writing/record/shown-writing.ts');
  const { announceWriting } = await import('../../src/writing/record/record-store.ts');
  // Clears the list that an earlier test has filled.
  shownWriting.set([]);
  const shows = () => shownWriting.get().map(({ record }) => record.id);
  return {
    ...forms,
    session,
    timeouts,
    announceWriting,
    loadWriting,
    waitsInMemory,
    shows,
    isNow: (...ids: string[]) => eventually(() => expect(shows()).toEqual(ids)),
    follow: (): Disposable => ({ [Symbol.dispose]: followWriting() }),
    /** Stores records, and announces a change, as another tab does. */
    async put(...records: Parameters<typeof putRecords>) {
      await putRecords(...records);
      announceWriting({ isDue: false });
    },
  };
}

test("the list shows another tab's drafts and waiting posts, latest change first", async () => {
  await using page = await openPage();
  await page.put(waitingOf('a', undefined, { changedAt: 1 }));
  using _ = page.follow();
  await page.isNow('a');
  await page.put(draftOf('b', undefined, { changedAt: 2 }));
  await page.isNow('b', 'a');
});

test('another user who logs in sees only their own posts', async () => {
  await using page = await openPage();
  await page.put(waitingOf('a'), waitingOf('b', undefined, { userId: '43' }));
  using _ = page.follow();
  await page.isNow('a');
  page.session.set({ token: 'def', userId: '43' });
  await page.isNow('b');
  page.session.set({ token: null, userId: '43' });
  await page.isNow();
});

test('another user sees nothing of the previous user, even if the database hangs', async () => {
  await using page = await openPage();
  const draftOfNobody = draftOf('c', undefined, { userId: null, changedAt: 0 });
  await page.put(waitingOf('a', undefined, { changedAt: 2 }), draftOf('b', undefined, { changedAt: 1 }), draftOfNobody);
  using _ = page.follow();
  await page.isNow('a', 'b', 'c');
  using hanging = await page.faults.hang();
  page.session.set({ token: 'def', userId: '43' });
  expect(page.shows()).toEqual(['c']);
  hanging[Symbol.dispose]();
});

test("a late read of the previous user's posts shows the next user nothing", async () => {
  await using page = await openPage();
  await page.put(waitingOf('a'));
  using hanging = await page.faults.hang();
  const loading = page.loadWriting();
  page.session.set({ token: 'def', userId: '43' });
  hanging[Symbol.dispose]();
  await loading;
  expect(page.shows()).toEqual([]);
});

test('after a failed read, the list stays on screen and is read again', async () => {
  await using page = await openPage();
  await page.put(waitingOf('a', undefined, { changedAt: 1 }));
  using _ = page.follow();
  await page.isNow('a');
  using __ = replace(page.timeouts, { maxRetryMs: 20 });
  await putRecords(waitingOf('b', undefined, { changedAt: 2 }));
  {
    using ___ = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('As the test wants it', 'UnknownError');
    });
    await page.loadWriting();
    page.announceWriting({ isDue: false });
    await eventually(() => expect(console.error).toHaveBeenCalledTimes(2));
    expect(page.shows()).toEqual(['a']);
  }
  await page.isNow('b', 'a');
});

test('a page that has unsubscribed shows no later change', async () => {
  await using page = await openPage();
  page.follow()[Symbol.dispose]();
  await page.put(waitingOf('a'));
  await page.loadWriting();
  expect(page.shows()).toEqual(['a']);
  await page.put(waitingOf('b'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(page.shows()).toEqual(['a']);
});

test('the list opens empty while the database hangs, and is filled afterwards', async () => {
  await using page = await openPage();
  await page.put(waitingOf('a'));
  using _ = replace(page.timeouts, { databaseTimeoutMs: 20 });
  using hanging = await page.faults.hang();
  await page.loadWriting();
  expect(page.shows()).toEqual([]);
  hanging[Symbol.dispose]();
  await page.isNow('a');
});

test('waitsInMemory returns false if the database stores the waiting post', async () => {
  await using _ = await openOwnBackend(() => 'drop');
  await using page = await openPage();
  await page.put(waitingOf('a'));
  await page.loadWriting();
  expect(await page.waitsInMemory()).toBe(false);
});
