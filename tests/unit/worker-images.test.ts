// @vitest-environment node
import { expect } from 'vitest';
import { maxEntries } from '../../src/device/storage/max-entries.ts';
import { cacheNames } from '../../src/device/storage/storage-names.ts';
import { type Answer, captivePortal, status } from './support/backend.ts';
import { stubGlobal } from './support/global.ts';
import { fakeImage } from './support/images.ts';
import { loadStored, storeBackendAnswer } from './support/stored-reading.ts';
import { test } from './support/test-reading.ts';
import type { WorkerScope } from './support/worker-scope.ts';

const png: Answer = { headers: { 'Content-Type': 'image/png', Vary: 'Accept' }, body: 'png' };

const loadImages = () => import('../../src/worker/image-requests.ts');

test('a cached image is not requested again', async ({ scope, backend }) => {
  backend.reply = () => png;
  const { respondWithImage } = await loadImages();
  for (let n = 0; n < 3; n += 1) await scope.handle(new Request(`${backend.origin}/a.png`), respondWithImage).settled();
  expect(backend.received).toHaveLength(1);
});

test.for([status(404), status(500), { ...png, status: 206 }, captivePortal])(
  '%j is not cached as an image',
  async (answer, { scope, backend }) => {
    backend.reply = () => answer;
    const { respondWithImage, cacheShownImages } = await loadImages();
    const { response, settled } = scope.handle(new Request(`${backend.origin}/a.png`), respondWithImage);
    expect((await response)?.status).toBe(answer.status);
    await settled();
    await cacheShownImages([`${backend.origin}/b.png`]);
    expect(scope.caches.urlsIn(cacheNames.images)).toEqual([]);
  },
);

test('cacheShownImages caches the other images if one cannot be loaded', async ({ scope, backend }) => {
  backend.reply = ({ path }) => (path === '/broken.png' ? 'drop' : png);
  const { cacheShownImages } = await loadImages();
  const urls = ['/a.png', '/broken.png', '/b.png'].map((path) => backend.origin + path);
  await cacheShownImages(urls);
  await cacheShownImages(urls.filter((url) => !url.includes('broken')));
  expect(scope.caches.urlsIn(cacheNames.images)).toEqual([urls[0], urls[2]]);
  expect(backend.received).toHaveLength(3);
});

test.for([true, false])(
  "the worker's Accept header lists AVIF only if the browser decodes AVIF: %j",
  async (decodes, { backend }) => {
    using __ = stubGlobal('ImageDecoder', { isTypeSupported: async () => decodes });
    const accepted: (string | undefined)[] = [];
    backend.reply = ({ headers }) => {
      accepted.push(headers.accept);
      return png;
    };
    const { cacheShownImages } = await loadImages();
    await cacheShownImages([`${backend.origin}/a.png`]);
    const others = 'image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
    expect(accepted).toEqual([decodes ? `image/avif,${others}` : others]);
  },
);

test('beyond the limit, the image cache evicts the oldest images', async ({ scope, backend }) => {
  backend.reply = () => png;
  const { cacheShownImages } = await loadImages();
  const urls = Array.from({ length: maxEntries.images + 3 }, (_, n) => `${backend.origin}/${n}.png`);
  await cacheShownImages(urls);
  expect(scope.caches.urlsIn(cacheNames.images)).toEqual(urls.slice(3));
});

/** Returns an opaque response, as from a host without CORS. */
const opaque = () => Object.defineProperty(new Response('png'), 'type', { value: 'opaque' });

test('opaque images have a lower limit, because browsers charge more quota for them', async ({ scope }) => {
  const { cacheImage } = await import('../../src/reading/store/image-cache.ts');
  const address = (kind: string, n: number) => `https://images.example/${kind}-${n}.png`;
  for (let n = 0; n < maxEntries.images; n += 1) await cacheImage(address('plain', n), new Response('png'));
  for (let n = 0; n < maxEntries.opaqueImages + 5; n += 1) await cacheImage(address('opaque', n), opaque());
  const [plain, costly] = [scope.caches.urlsIn(cacheNames.images), scope.caches.urlsIn(cacheNames.opaqueImages)];
  expect(costly).toHaveLength(maxEntries.opaqueImages);
  expect(costly.at(-1)).toBe(address('opaque', maxEntries.opaqueImages + 4));
  expect(plain.length + costly.length).toBe(maxEntries.images);
});

test('an image that exceeds the quota is not cached, and evicts no list', async ({ scope, backend }) => {
  backend.reply = () => png;
  const { respondWithImage } = await loadImages();
  await storeBackendAnswer('/blog/posts', []);
  scope.caches.isFull = true;
  const { response, settled } = scope.handle(new Request(`${backend.origin}/a.png`), respondWithImage);
  expect(await (await response)?.text()).toBe('png');
  await settled();
  expect(await (await loadStored()).lists()).toHaveLength(1);
  expect(scope.caches.urlsIn(cacheNames.images)).toEqual([]);
});

test('an image that is not uploaded yet is served from this device, in every width', async ({ scope }) => {
  const { respondWithImage } = await loadImages();
  const { storeImage } = await import('../../src/writing/pictures/stored-images.ts');
  const picture = fakeImage('a picture');
  await storeImage(picture.name, picture.bytes);
  for (const query of ['', '?width=480']) {
    const { response } = scope.handle(new Request(`${location.origin}${picture.address}${query}`), respondWithImage);
    expect((await response)?.headers.get('Content-Type')).toBe('image/webp');
    expect(await (await response)?.text()).toBe('a picture');
  }
});

/** Requests one width of an uploaded image while this cache has another width. Returns status and body. */
async function askForOther(scope: WorkerScope, network: () => Promise<Response>, cache: string, isNarrow: boolean) {
  using _ = stubGlobal('fetch', network);
  const { respondWithImage } = await loadImages();
  const original = location.origin + fakeImage('a picture').address;
  const [asked, other] = isNarrow ? [`${original}?width=480`, original] : [original, `${original}?width=480`];
  const headers = { 'Content-Type': 'image/webp' };
  await (await caches.open(cache)).put(other, new Response('cached', { headers }));
  const response = await scope.handle(new Request(asked), respondWithImage).response;
  return [response?.status, await response?.text()];
}

test('offline, the worker returns an uploaded image in another width that is cached', async ({ scope }) => {
  const offline = () => Promise.reject(new TypeError('No network'));
  expect(await askForOther(scope, offline, cacheNames.images, false)).toEqual([200, 'cached']);
});

test.for([status(503), status(429), captivePortal])(
  'the worker returns an uploaded image in a cached width if a gateway answers %j',
  async ({ status: code = 200, headers, body }, { scope }) => {
    const gateway = async () => new Response(String(body), { status: code, headers: { ...headers } });
    expect(await askForOther(scope, gateway, cacheNames.pinnedImages, true)).toEqual([200, 'cached']);
  },
);

test('after a 404 for an uploaded image, the worker returns no other cached width', async ({ scope }) => {
  const removed = async () => new Response('', { status: 404 });
  expect(await askForOther(scope, removed, cacheNames.images, true)).toEqual([404, '']);
});
