// @vitest-environment node
import { expect, test } from 'vitest';
import { bounds, cacheNames } from '../../src/data/storage.ts';
import { type Answer, captivePortal, openForeignBackend, status } from './support/backend.ts';
import { openScope } from './support/reading.ts';

const png: Answer = { headers: { 'Content-Type': 'image/png', Vary: 'Accept' }, body: 'png' };

const loadImages = () => import('../../src/worker/images.ts');

test('an image is kept, and shown without the network', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => png);
  const { answerImage } = await loadImages();
  const url = `${backend.origin}/a.png`;
  const first = scope.handle(new Request(url, { headers: { Accept: 'image/*' } }), answerImage);
  expect(await (await first.response)?.text()).toBe('png');
  await first.settled();
  await backend.stop();
  const again = scope.handle(new Request(url), answerImage);
  expect(await (await again.response)?.text()).toBe('png');
});

test('a kept image is not asked for again', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => png);
  const { answerImage } = await loadImages();
  for (let n = 0; n < 3; n += 1) await scope.handle(new Request(`${backend.origin}/a.png`), answerImage).settled();
  expect(backend.received).toHaveLength(1);
});

test.each([status(404), status(500), captivePortal])('%j is no image to keep', async (answer) => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => answer);
  const { answerImage, keepImages } = await loadImages();
  const { response, settled } = scope.handle(new Request(`${backend.origin}/a.png`), answerImage);
  expect((await response)?.status).toBe(answer.status);
  await settled();
  await keepImages([`${backend.origin}/b.png`]);
  expect(scope.caches.urlsIn(cacheNames.images)).toEqual([]);
});

test('images shown before the worker was there are kept, and one that fails stops no other', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(({ path }) => (path === '/broken.png' ? 'drop' : png));
  const { keepImages } = await loadImages();
  const urls = ['/a.png', '/broken.png', '/b.png'].map((path) => backend.origin + path);
  await keepImages(urls);
  await keepImages(urls.filter((url) => !url.includes('broken')));
  expect(scope.caches.urlsIn(cacheNames.images)).toEqual([urls[0], urls[2]]);
  expect(backend.received).toHaveLength(3);
});

test('images are bounded by count, and the first ones go first', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => png);
  const { keepImages } = await loadImages();
  const urls = Array.from({ length: bounds.images + 3 }, (_, n) => `${backend.origin}/${n}.png`);
  await keepImages(urls);
  expect(scope.caches.urlsIn(cacheNames.images)).toEqual(urls.slice(3));
});

/** As a host answers that lets nobody look. */
const opaque = () => Object.defineProperty(new Response('png'), 'type', { value: 'opaque' });

test('of all images only so many are opaque, as each costs the browser’s charge', async () => {
  await using scope = openScope();
  const { keepImage } = await import('../../src/data/copies/images.ts');
  const address = (kind: string, n: number) => `https://images.example/${kind}-${n}.png`;
  for (let n = 0; n < bounds.images; n += 1) await keepImage(address('plain', n), new Response('png'));
  for (let n = 0; n < bounds.opaqueImages + 5; n += 1) await keepImage(address('opaque', n), opaque());
  const [plain, costly] = [scope.caches.urlsIn(cacheNames.images), scope.caches.urlsIn(cacheNames.opaqueImages)];
  expect(costly).toHaveLength(bounds.opaqueImages);
  expect(costly.at(-1)).toBe(address('opaque', bounds.opaqueImages + 4));
  expect(plain.length + costly.length).toBe(bounds.images);
});

test('a part of an image is none to keep', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => ({ ...png, status: 206 }));
  const { answerImage } = await loadImages();
  const { response, settled } = scope.handle(new Request(`${backend.origin}/a.png`), answerImage);
  expect((await response)?.status).toBe(206);
  await settled();
  expect(scope.caches.urlsIn(cacheNames.images)).toEqual([]);
});

test('an image for which there is no room costs no list its place', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => png);
  const { answerImage } = await loadImages();
  await (await caches.open(cacheNames.lists)).put(`${backend.origin}/blog/posts`, new Response('[]'));
  scope.caches.room = 1;
  const { response, settled } = scope.handle(new Request(`${backend.origin}/a.png`), answerImage);
  expect(await (await response)?.text()).toBe('png');
  await settled();
  expect(scope.caches.urlsIn(cacheNames.lists)).toHaveLength(1);
  expect(scope.caches.urlsIn(cacheNames.images)).toEqual([]);
});

test('a kept image that turns out to be none is dropped', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => png);
  const { keepImages } = await loadImages();
  const { dropImage } = await import('../../src/data/copies/images.ts');
  const urls = [`${backend.origin}/a.png`, 'https://app.example/b.png'];
  await keepImages(urls.slice(0, 1));
  await (await caches.open(cacheNames.images)).put('https://app.example/b.png', new Response('b'));
  await dropImage(`${backend.origin}/a.png`);
  await dropImage('/b.png');
  expect(scope.caches.urlsIn(cacheNames.images)).toEqual([]);
});
