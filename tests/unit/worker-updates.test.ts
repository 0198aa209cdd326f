// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { lockNames } from '../../src/device/storage/storage-names.ts';
import { stubGlobal } from './support/global.ts';
import { openLocks } from './support/locks.ts';
import { openScope } from './support/reading.ts';

const origin = 'https://app.example';
const script = 'assets/index-new.js';
const own = `${origin}/${script}`;
const former = `${origin}/assets/index-old.js`;

/** Returns a page that answers with its build. If no build is given, it never answers. */
const pageOf = (build?: string) => ({
  postMessage: (_message: unknown, [port]: MessagePort[]) => build !== undefined && port?.postMessage(build),
});

interface Surroundings {
  pages: ReturnType<typeof pageOf>[];
  waiting?: boolean;
  installing?: boolean;
}

/** Returns the cached files of both builds that remain once the new build's worker has cleaned up. */
async function filesLeft({ pages, waiting = false, installing = false }: Surroundings): Promise<string[]> {
  await using scope = openScope();
  using _ = openLocks();
  const registration = { scope: `${origin}/`, waiting: waiting ? {} : null, installing: installing ? {} : null };
  Object.assign(self, {
    __WB_MANIFEST: [{ url: script, revision: '' }],
    clients: { matchAll: async () => pages },
    registration,
  });
  using __ = stubGlobal('registration', registration);
  const { precacheOnInstall } = await import('../../src/worker/precache.ts');
  const { deleteUnusedPrecaches } = await import('../../src/worker/precache-cleanup.ts');
  precacheOnInstall();
  const name = 'precache';
  for (const file of [own, former]) await (await caches.open(name)).put(file, new Response('script'));
  await deleteUnusedPrecaches();
  return scope.caches.urlsIn(name);
}

test.each<[string, Surroundings, string[]]>([
  ['is removed when every page is of this build', { pages: [pageOf(own), pageOf(own)] }, [own]],
  ['is removed when no page is open', { pages: [] }, [own]],
  ['stays while a page of that build is open', { pages: [pageOf(own), pageOf(former)] }, [own, former]],
  ['stays while an open page does not report a build', { pages: [pageOf(own), pageOf()] }, [own, former]],
  ['stays while another worker waits', { pages: [], waiting: true }, [own, former]],
  ['stays while another worker is being installed', { pages: [], installing: true }, [own, former]],
])('a cached file of another build %s', async (_, surroundings, left) => {
  expect(await filesLeft(surroundings)).toEqual(left);
});

test('the first worker installs even if the build lock is never released', async () => {
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
  precacheOnInstall();
  const waitUntil = vi.fn<(done: Promise<void>) => void>();
  self.dispatchEvent(Object.assign(new Event('install'), { waitUntil }));
  await waitUntil.mock.calls[0]?.[0];
  expect(scope.caches.urlsIn('precache')).toEqual([own]);
});
