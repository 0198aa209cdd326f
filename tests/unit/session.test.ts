import { expect, test, vi } from 'vitest';
import { watchLoads } from './support/address.ts';
import { json, openForeignBackend } from './support/backend.ts';
import { openDevice } from './support/device.ts';
import { openRecordFaults } from './support/record-faults.ts';
import { loadStored, storeBackendAnswer } from './support/stored-reading.ts';

async function load() {
  vi.resetModules();
  return {
    ...(await import('../../src/session/session.ts')),
    ...(await import('../../src/session/start-session.ts')),
  };
}

const stored = () => Object.fromEntries(Object.entries(localStorage));

test('a login stores only the token and the user id, as plain strings', async () => {
  await using device = openDevice();
  const { session, startSession } = await load();
  startSession({ token: 'abc', userId: '42' });
  expect(stored()).toEqual({ token: 'abc', userId: '42' });
  expect(session.get()).toEqual({ token: 'abc', userId: '42' });
  expect(await device.records()).toBe('[]');
});

test('a logout expires the session cookies of /blog/posts and /images', async () => {
  await using _ = openDevice({ token: 'abc', userId: '42' });
  const { endSession } = await load();
  const paths = ['/blog/posts', '/images'];
  const cookies = () =>
    paths.flatMap((path) => jsdom.cookieJar.getCookiesSync(`http://localhost:3000${path}/x`).map(({ key }) => key));
  for (const path of paths) {
    jsdom.cookieJar.setCookieSync(`session=xyz; Path=${path}; SameSite=Strict`, 'http://localhost:3000/auth/login');
  }
  expect(cookies()).toEqual(['session', 'session']);
  endSession();
  expect(cookies()).toEqual([]);
});

test('a logout keeps userId and public posts, and opens the login page', async () => {
  await using device = openDevice({ token: 'abc', userId: '42' });
  await using backend = await openForeignBackend(() => json({ username: 'ada', email: 'ada@example.org' }));
  using address = watchLoads();
  const { openSession } = await import('../../src/session/session.ts');
  const { openProfile, profile } = await import('../../src/session/profile.ts');
  const { logOut } = await import('../../src/account/log-out.ts');
  openSession();
  await openProfile();
  const { recordLastReadVersion } = await import('../../src/reading/store/last-read.ts');
  const postOf = (_id: string) => ({ _id, title: _id, imgUrl: '', content: 'Text', version: 1 });
  await storeBackendAnswer('/blog/posts', [postOf('listed')]);
  await storeBackendAnswer('/blog/posts/opened', postOf('opened'));
  await storeBackendAnswer('/blog/users/42/posts', [postOf('listed'), postOf('own')]);
  await recordLastReadVersion({ ...postOf('listed'), content: 'As it was read' });
  await (await caches.open('images')).put(`${backend.origin}/a.png`, new Response('png'));
  await logOut();
  expect(profile.get()).toBeUndefined();
  expect(await device.records()).not.toContain('ada');
  const { lists, posts, dump } = await loadStored();
  expect(await lists()).toEqual([`${backend.origin}/blog/posts`]);
  expect(await posts()).toEqual(['listed', 'opened']);
  expect(await dump()).not.toContain('As it was read');
  expect(device.caches.urlsIn('images')).toHaveLength(1);
  expect(stored()).toEqual({ userId: '42' });
  expect(address.loads).toEqual(['/login']);
});

test('a logout opens the login page even if IndexedDB fails', async () => {
  await using _ = openDevice({ token: 'abc', userId: '42' });
  await using __ = await openForeignBackend(() => 'drop');
  using address = watchLoads();
  using errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  using faults = openRecordFaults();
  faults.failureOf = (_record, key) => (key === 'calls' ? 'UnknownError' : undefined);
  const { logOut } = await import('../../src/account/log-out.ts');
  await logOut();
  expect(address.loads).toEqual(['/login']);
  expect(errors).toHaveBeenCalledOnce();
});
