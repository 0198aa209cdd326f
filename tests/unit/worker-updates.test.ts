// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { lockNames } from '../../src/device/storage/storage-names.ts';
import { stubGlobal } from './support/global.ts';
import { openLocks } from './support/locks.ts';
import { openScope } from './support/reading.ts';

const origin = 'https://app.example';
const script = 'assets/index-new.js';

test('A first worker is installed although another holds the lock, as one that WebKit has ended does', async () => {
  vi.resetModules();
  await using scope = openScope();
  using _ = openLocks();
  const registration = { scope: `${origin}/`, active: null, waiting: null };
  Object.assign(self, { __WB_MANIFEST: [{ url: script, revision: '' }], registration });
  using __ = stubGlobal('registration', registration);
  const headers = { 'Content-Type': 'text/javascript' };
  using ___ = stubGlobal('fetch', async () => new Response('script', { headers }));
  const { promise: never } = Promise.withResolvers<void>();
  void navigator.locks.request(lockNames.build, () => never);
  const { precacheOnInstall } = await import('../../src/worker/precache.ts');
  using listening = vi.spyOn(self, 'addEventListener');
  precacheOnInstall();
  const waitUntil = vi.fn<(done: Promise<void>) => void>();
  const install = listening.mock.calls.find(([type]) => String(type) === 'install')?.[1];
  if (typeof install !== 'function') throw new Error('Nothing hears that it is installed.');
  Reflect.apply(install, self, [Object.assign(new Event('install'), { waitUntil })]);
  await waitUntil.mock.calls[0]?.[0];
  expect(scope.caches.urlsIn('precache')).toEqual([`${origin}/${script}`]);
});
