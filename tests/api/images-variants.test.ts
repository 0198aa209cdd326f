import sharp from 'sharp';
import { expect } from 'vitest';
import { imageWidths } from '../../src/contract/images.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { expectRefusal, type TestBackend } from './support/backend.ts';
import { makeImage, named, upload } from './support/images.ts';
import { stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const chromium = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

const test = testOn(stores);

/** Uploads an image of this size, and returns it with a function that requests it. */
const openWith = async (backend: TestBackend, size: { width: number; height: number }) => {
  const image = await makeImage(size);
  await upload(backend, await backend.register(), image);
  const ask = (query: string, headers: Record<string, string> = {}) =>
    backend.request(`${callPaths.image(image.name)}${query}`, { headers });
  return { image, ask };
};

test('a narrower variant is encoded in the best format that the client accepts', async ({ backend }) => {
  const { ask, image } = await openWith(backend, { width: 1_600, height: 1_200 });
  const types = { [chromium]: 'avif', 'image/webp,image/png': 'webp', '*/*': 'webp', 'image/*': 'webp' };
  for (const width of imageWidths) {
    for (const [accept, type] of Object.entries(types)) {
      const answer = await ask(`?width=${width}`, { Accept: accept });
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': `image/${type}`,
        vary: 'Accept',
        etag: `"${image.name.slice(0, 64)}-${width}.${type}"`,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "sandbox; default-src 'none'",
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const made = await sharp(bytes)
        .metadata()
        .catch(() => undefined);
      if (type === 'webp') expect([made?.width, made?.height]).toEqual([width, (width * 3) / 4]);
      else expect(bytes.toString('latin1', 4, 12)).toBe('ftypavif');
      expect(bytes.length).toBeLessThan(image.bytes.length);
    }
  }
  const jpegAlone = await ask('?width=240', { Accept: 'image/jpeg' });
  expect(Object.fromEntries(jpegAlone.headers)).toMatchObject({ 'content-type': 'image/jpeg', vary: 'Accept' });
});

test('a request for a variant at least as wide as the image gets the original', async ({ backend }) => {
  const { ask, image } = await openWith(backend, { width: 480, height: 600 });
  for (const width of [480, 960]) {
    const answer = await ask(`?width=${width}`, { Accept: chromium });
    expect([answer.headers.get('Content-Type'), answer.headers.get('Vary')]).toEqual(['image/jpeg', null]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(image.bytes)).toBe(true);
  }
});

test('concurrent requests get one stored variant, which other servers also serve', async ({ backend }) => {
  const { ask, image } = await openWith(backend, { width: 640, height: 480 });
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask('?width=480', { Accept: chromium })));
  const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
  expect(new Set(bodies.map((body) => body.toString('base64'))).size).toBe(1);
  const stored = () => backend.db.selectFrom('image_files').select('variant').execute();
  expect((await stored()).map(({ variant }) => variant).sort()).toEqual(['', '480.avif']);
  // The server serves a stored variant without encoding it again.
  const bytes = new Uint8Array([1, 2, 3]);
  await backend.db.updateTable('image_files').set({ bytes }).where('variant', '=', '480.avif').execute();
  await using other = await backend.another();
  const served = await other.request(`${callPaths.image(image.name)}?width=480`, { headers: { Accept: chromium } });
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);
});

test('the original is served if the narrower variant would have more bytes', async ({ backend }) => {
  // Two colours in stripes take few bytes as PNG, and many as AVIF or WebP.
  const pixels = Buffer.from(Uint8Array.from({ length: 1_600 * 64 }, (_, at) => ((at * at) % 7 < 3 ? 255 : 0)));
  const raw = { width: 1_600, height: 64, channels: 1 } as const;
  const png = await sharp(pixels, { raw }).png({ palette: true, colours: 2 }).toBuffer();
  const image = named(png, { width: 1_600, height: 64, ending: 'png' });
  expect((await upload(backend, await backend.register(), image)).status).toBe(201);
  const ask = async (width: number, accept: string) => {
    const answer = await backend.request(`${callPaths.image(image.name)}?width=${width}`, {
      headers: { Accept: accept },
    });
    return { headers: Object.fromEntries(answer.headers), bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const filesStored = () =>
    backend.db.selectFrom('image_files').select(['variant', 'bytes']).orderBy('variant').execute();
  for (const width of imageWidths) for (const accept of [chromium, 'image/webp']) await ask(width, accept);
  const files = await filesStored();
  expect(files.map(({ variant }) => variant)).toHaveLength(7);
  for (const { bytes } of files) expect(bytes.length).toBeLessThanOrEqual(image.bytes.length);
  const served = await ask(960, 'image/webp');
  expect(served.bytes.equals(image.bytes)).toBe(true);
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    etag: `"${image.name.slice(0, 64)}"`,
    vary: 'Accept',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  // An empty file records that the variant would be larger. The server does not encode it again.
  expect(files.find(({ variant }) => variant === '960.webp')?.bytes).toHaveLength(0);
  expect(await filesStored()).toEqual(files);
});

test('an image request with an invalid query gets 422, and no variant is stored', async ({ backend }) => {
  const { ask } = await openWith(backend, { width: 640, height: 480 });
  for (const query of ['?width=481', '?width=0480', '?width=480&a=1', '?a=1', '?WIDTH=480', '?width='])
    await expectRefusal(await ask(query), 422, 'invalid_field', 'width');
  const stored = await backend.db.selectFrom('image_files').select('variant').execute();
  expect(stored).toHaveLength(1);
});

test('the original is served if a variant cannot be encoded', async ({ backend }) => {
  const { ask } = await openWith(backend, { width: 640, height: 480 });
  // Simulates a disk fault: the decoder cannot read these bytes.
  const bytes = new Uint8Array([1, 2, 3]);
  await backend.db.updateTable('image_files').set({ bytes }).execute();
  const answer = await ask('?width=480', { Accept: chromium });
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
});
