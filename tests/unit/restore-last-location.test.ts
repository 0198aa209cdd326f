import { expect, test, vi } from 'vitest';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';

const ada = { token: 'token of ada', userId: 'ada' };
const bob = { token: 'token of bob', userId: 'bob' };

async function load() {
  vi.resetModules();
  return {
    ...(await import('../../src/app/restore-last-location.ts')),
    ...(await import('../../src/session/start-session.ts')),
    ...(await import('../../src/device/storage/records.ts')),
    ...(await import('../../src/session/session.ts')),
  };
}

/** Removes the page's listeners when disposed of. Otherwise, they would store locations in later tests. */
function openListeners(): Disposable {
  const taken: (() => void)[] = [];
  const { addEventListener } = EventTarget.prototype;
  const spy = vi.spyOn(EventTarget.prototype, 'addEventListener').mockImplementation(function (
    this: EventTarget | undefined,
    type,
    listener,
  ) {
    const target = this ?? window;
    addEventListener.call(target, type, listener);
    taken.push(() => target.removeEventListener(type, listener));
  });
  return {
    [Symbol.dispose]() {
      for (const remove of taken) remove();
      spy.mockRestore();
      history.replaceState(null, '', '/');
    },
  };
}

const goTo = (address: string) => history.replaceState(null, '', address);
const putAway = () => dispatchEvent(new Event('pagehide'));

test('does not store the location of a reader who logged out without a reload', async () => {
  await using device = openDevice();
  using _ = openListeners();
  const { restoreLastLocation, openSession, startSession, endSession, writeRecords } = await load();
  openSession();
  await restoreLastLocation();
  startSession(ada);
  goTo('/myBlogs');
  putAway();
  await eventually(async () => expect(await device.records()).toContain('/myBlogs'));
  await writeRecords({ remove: ['last-location'] });
  endSession();
  putAway();
  // Writes run in order: any write of a location ends before this one.
  await writeRecords({ put: { later: true } });
  expect(await device.records()).not.toContain('/myBlogs');
});

test("does not store the previous reader's location after another user logs in", async () => {
  await using device = openDevice(ada);
  using _ = openListeners();
  const { restoreLastLocation, openSession, startSession, writeRecords } = await load();
  openSession();
  await restoreLastLocation();
  goTo('/blog/7');
  startSession(bob);
  putAway();
  await writeRecords({ put: { later: true } });
  expect(await device.records()).not.toContain('/blog/7');
  goTo('/blog/8');
  putAway();
  await eventually(async () => expect(await device.records()).toContain('/blog/8'));
});

test.each([
  [59, '/home', '/blog/7'],
  [61, '/home', '/home'],
  [59, '/blog/8', '/blog/8'],
])('an app left at /blog/7 and reopened after %i minutes at %s starts at %s', async (minutes, opened, path) => {
  await using _ = openDevice(ada);
  using __ = openListeners();
  using ___ = vi.spyOn(history, 'length', 'get').mockReturnValue(1);
  const { restoreLastLocation, writeRecords } = await load();
  const leftAt = Date.now() - minutes * 60_000;
  await writeRecords({ put: { 'last-location': { address: '/blog/7', place: undefined, leftAt } } });
  goTo(opened);
  await restoreLastLocation();
  expect(location.pathname).toBe(path);
});
