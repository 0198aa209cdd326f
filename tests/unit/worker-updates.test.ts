// @vitest-environment node
import { expect, test } from 'vitest';
import { stubGlobal } from './support/global.ts';
import { openLocks } from './support/locks.ts';
import { openScope } from './support/reading.ts';

const origin = 'https://app.example';
const own = `${origin}/assets/index-new.js`;
const former = `${origin}/assets/index-old.js`;

/** A page that says with which script it began; without one it says nothing. */
const pageOf = (script?: string) => ({
  postMessage: (_message: unknown, [port]: MessagePort[]) => script !== undefined && port?.postMessage(script),
});

interface Surroundings {
  pages: ReturnType<typeof pageOf>[];
  waiting?: boolean;
  installing?: boolean;
}

/** The worker of the new build, with files of both, after a page has said that it is open. */
async function filesLeft({ pages, waiting = false, installing = false }: Surroundings): Promise<string[]> {
  await using scope = openScope();
  using _ = openLocks();
  const registration = { scope: `${origin}/`, waiting: waiting ? {} : null, installing: installing ? {} : null };
  Object.assign(self, {
    files: [{ url: own, revision: null }],
    clients: { matchAll: async () => pages },
    registration,
  });
  using __ = stubGlobal('registration', registration);
  const { precacheOnInstall } = await import('../../src/worker/precache.ts');
  const { deleteUnusedPrecaches } = await import('../../src/worker/precache-cleanup.ts');
  precacheOnInstall();
  const name = `workbox-precache-v2-${origin}/`;
  for (const file of [own, former]) await (await caches.open(name)).put(file, new Response('script'));
  await deleteUnusedPrecaches();
  return scope.caches.urlsIn(name);
}

test.each<[string, Surroundings, string[]]>([
  ['goes when every page is of this build', { pages: [pageOf(own), pageOf(own)] }, [own]],
  ['goes when no page is open', { pages: [] }, [own]],
  ['stays while a page of it is open', { pages: [pageOf(own), pageOf(former)] }, [own, former]],
  ['stays while a page does not say what it is of', { pages: [pageOf(own), pageOf()] }, [own, former]],
  ['stays while another worker waits, whose it may be', { pages: [], waiting: true }, [own, former]],
  ['stays while another worker is being installed', { pages: [], installing: true }, [own, former]],
])('Cached files of another build %s', async (_, surroundings, left) => {
  expect(await filesLeft(surroundings)).toEqual(left);
});
