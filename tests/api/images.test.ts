import { expect } from 'vitest';
import { imageLimits } from '../../src/contract/images.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { expectRefusal, TestBackend } from './support/backend.ts';
import { makeImage, upload } from './support/images.ts';
import { backends, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

test('an image is served unchanged; its headers forbid scripts', { on: backends }, async ({ backend, author }) => {
  for (const ending of ['jpg', 'png', 'webp'] as const) {
    const image = await makeImage({ ending });
    const stored = await upload(backend, author, image, { ...author.bearer, 'Content-Type': 'text/html' });
    expect([stored.status, stored.headers.get('Location')]).toEqual([201, callPaths.image(image.name)]);
    const served = await backend.request(callPaths.image(image.name));
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }[ending],
      'content-length': String(image.bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${image.name.slice(0, 64)}"`,
    });
    expect(Buffer.from(await served.arrayBuffer()).equals(image.bytes)).toBe(true);
  }
});

test('an author must upload the bytes of an image that another author uploaded', async ({
  backend,
  other,
  author: ada,
  bob,
}) => {
  const [image, unknown] = [await makeImage(), await makeImage({ seed: 2 })];
  const nothing = new Uint8Array();
  expect((await upload(backend, ada, image)).status).toBe(201);
  expect((await upload(other, ada, { ...image, bytes: nothing })).status).toBe(204);
  // A stranger gets the same answers whether the image exists or not.
  for (const { name, bytes } of [image, unknown]) {
    await expectRefusal(await upload(other, bob, { name, bytes: nothing }), 422, 'image_unreadable');
    const changed = new Uint8Array(bytes);
    changed[changed.length - 40] = 255 - (changed[changed.length - 40] ?? 0);
    await expectRefusal(await upload(other, bob, { name, bytes: changed }), 422, 'image_mismatch');
    expect((await upload(other, bob, { name, bytes })).status).toBe(201);
    expect((await upload(backend, bob, { name, bytes: nothing })).status).toBe(204);
  }
  const served = await other.request(callPaths.image(image.name));
  expect(Buffer.from(await served.arrayBuffer()).equals(image.bytes)).toBe(true);
});

test('six concurrent uploads of one image store one file', async ({ backend, other, author }) => {
  const image = await makeImage();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => upload(index % 2 ? backend : other, author, image)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 204, 204, 204, 204, 204]);
  expect(await backend.db.selectFrom('image_files').select('variant').execute()).toHaveLength(1);
});

test("HEAD and a matching If-None-Match get an image's headers without its bytes", async ({ backend }) => {
  const image = await makeImage();
  await upload(backend, await backend.register(), image);
  const head = await backend.request(callPaths.image(image.name), { method: 'HEAD' });
  const [etag = '', length] = ['ETag', 'Content-Length'].map((name) => head.headers.get(name) ?? '');
  expect([head.status, length, await head.text()]).toEqual([200, `${image.bytes.length}`, '']);
  const unchanged = await backend.request(callPaths.image(image.name), { headers: { 'If-None-Match': etag } });
  expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
});

test('a request for a missing image gets 404, with any name, query or If-None-Match', async ({ backend }) => {
  const { name } = await makeImage();
  const etag = `"${name.slice(0, 64)}"`;
  for (const each of [name, `${name}?width=240`, name.replace('640', '9999'), 'a', '..%2f']) {
    const answer = await backend.request(`/images/${each}`, { headers: { 'If-None-Match': etag } });
    await expectRefusal(answer, 404, 'image_not_found');
  }
  await expectRefusal(await backend.request(`/images/${name}/480.avif`), 404, 'path_not_found');
  await expectRefusal(await backend.request('/images/'), 404, 'path_not_found');
  await expectRefusal(await backend.request(`/images/${name}`, { method: 'DELETE' }), 405, 'method_not_allowed');
});

test("an account's hourly upload limit applies across servers, but not to repeats", {
  extras: { uploadLimits: { images: 2, bytes: 0 } },
}, async ({ backend: one, other, author: ada, bob }) => {
  const images = await Promise.all([1, 2, 3].map((seed) => makeImage({ seed })));
  const statuses = [];
  for (const image of images) {
    statuses.push((await upload(one, ada, image)).status, (await upload(other, ada, image)).status);
  }
  expect(statuses).toEqual([201, 204, 201, 204, 429, 429]);
  const [, , third] = images;
  if (!third) throw new Error('no third image');
  const refused = await upload(one, ada, third);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_500);
  await expectRefusal(refused, 429, 'posting_limit_reached');
  expect((await upload(one, bob, third)).status).toBe(201);
  // The image counts towards Ada's limit, although Bob has uploaded it.
  expect((await upload(one, ada, third)).status).toBe(429);
});

test("the bytes of an account's images and their variants are limited per hour", async ({ store }) => {
  // Each image is 640 pixels wide, so its four narrower variants count towards the limit, too.
  const files = 5;
  const images = await Promise.all([1, 2, 3, 4].map((seed) => makeImage({ seed })));
  const largest = Math.max(...images.map(({ bytes }) => bytes.length));
  await using backend = await TestBackend.open(store, { uploadLimits: { images: 0, bytes: 2 * files * largest } });
  const author = await backend.register();
  const answers = await Promise.all(images.map((image) => upload(backend, author, image)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429]);
  const stored = await backend.db.selectFrom('image_files').select('image').execute();
  const rows = await backend.db.selectFrom('images').select('name').execute();
  expect([stored.length, rows.length]).toEqual([2, 2]);
});

test('refused uploads count towards the hourly upload limit', {
  extras: { uploadLimits: { images: 3, bytes: 0 } },
}, async ({ backend, author }) => {
  const image = await makeImage();
  const wrong = { ...image, bytes: image.bytes.subarray(0, 500) };
  for (let count = 0; count < 3; count++) {
    await expectRefusal(await upload(backend, author, wrong), 422, 'image_unreadable');
  }
  await expectRefusal(await upload(backend, author, wrong), 429, 'posting_limit_reached');
});

test(`an image may have at most ${imageLimits.bytes} bytes`, async ({ backend, author }) => {
  const { name } = await makeImage();
  const bytes = new Uint8Array(imageLimits.bytes + 1);
  await expectRefusal(await upload(backend, author, { name, bytes }), 413, 'body_too_large');
});
