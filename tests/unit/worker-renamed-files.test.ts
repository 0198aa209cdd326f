// @vitest-environment node
import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { stubGlobal } from './support/global.ts';
import { openScope } from './support/reading.ts';

const origin = 'https://app.example';
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64').slice(0, 11);
const headers = {
  'Content-Type': 'text/javascript',
  'Content-Length': '9',
  'Cross-Origin-Embedder-Policy': 'credentialless',
};

/** Restores a screen's file where the build before is cached, and the entry that the screen imports has changed. */
async function restore(screen: string) {
  vi.resetModules();
  await using scope = openScope();
  using _ = stubGlobal('registration', { scope: `${origin}/` });
  const fetched = vi.fn(async (_url: string) => new Response(screen, { headers }));
  using __ = stubGlobal('fetch', fetched);
  Object.assign(self, {
    files: [
      { url: 'assets/index-be-NEWER.js', revision: null, digest: 'x' },
      { url: 'assets/screen-NEWNEWNE.js', revision: null, digest: digestOf(screen) },
    ],
    registration: { scope: `${origin}/` },
  });
  const { restorePrecached } = await import('../../src/worker/precache.ts');
  const cache = await caches.open(`workbox-precache-v2-${origin}/`);
  const earlier = 'import"./index-OLDOLDOL.js";const files=["assets/screen-OLDOLDOL.js"];show("index-OLD.js")';
  await cache.put(`${origin}/assets/screen-OLDOLDOL.js`, new Response(earlier, { headers }));
  const response = await restorePrecached(`${origin}/assets/screen-NEWNEWNE.js`);
  const text = await response?.text();
  const isCached = scope.caches
    .urlsIn(`workbox-precache-v2-${origin}/`)
    .includes(`${origin}/assets/screen-NEWNEWNE.js`);
  return { text, isCached, headers: response?.headers, fetched: fetched.mock.calls.length };
}

test('A file in which only names of other files have changed is made on the device', async () => {
  const renamed = 'import"./index-be-NEWER.js";const files=["assets/screen-NEWNEWNE.js"];show("index-OLD.js")';
  const made = await restore(renamed);
  expect(made).toMatchObject({ text: renamed, isCached: true, fetched: 0 });
  expect(Object.fromEntries(made.headers ?? [])).toEqual({
    'content-type': 'text/javascript',
    'cross-origin-embedder-policy': 'credentialless',
  });
});

test('A file in which more than names of other files has changed is fetched', async () => {
  const changed = 'import"./index-be-NEWER.js";const files=["assets/screen-NEWNEWNE.js"];show("another")';
  expect(await restore(changed)).toMatchObject({ text: changed, isCached: true, fetched: 1 });
});
