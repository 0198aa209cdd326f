import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { noAddresses } from '../../src/server/http/ip-addresses.ts';
import { httpErrorOf, problemResponse } from '../../src/server/http/problem-document.ts';
import { openRequestContext } from '../../src/server/http/security-headers.ts';
import { registerStaticFiles } from '../../src/server/http/static-files.ts';
import { expectRefusal } from './support/backend.ts';
import { temporaryFolder } from './support/stores.ts';

const script = `console.log('${'story '.repeat(400)}')`;
const built: Record<string, string | Buffer> = {
  'index.html': '<!doctype html><title>The app</title>',
  'worker.js': '// worker',
  'manifest.webmanifest': '{}',
  'icons/icon.svg': '<svg/>',
  'samples/night train.webp': 'RIFF',
  'assets/index-a1b2c3d4.js': script,
  'assets/index-a1b2c3d4.js.br': brotliCompressSync(script),
  'assets/index-a1b2c3d4.js.gz': gzipSync(script),
  'assets/index-a1b2c3d4.js.map': '{}',
  'assets/index-e5f6a7b8.css': 'body{}',
};

/** Serves the static files of a build, as our own server does. */
async function openStaticFiles(origins: string[] = []) {
  const { folder, ...temporary } = await temporaryFolder();
  const clientDir = path.join(folder, 'client');
  for (const [name, content] of Object.entries({ ...built, '../secret.txt': 'secret' })) {
    const file = path.join(clientDir, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const app = new Hono();
  app.use(openRequestContext(noAddresses, origins));
  registerStaticFiles(app, clientDir);
  app.onError((error, c) =>
    problemResponse(
      c,
      httpErrorOf(error, () => false),
    ),
  );
  const get = async (pathname: string, headers: Record<string, string> = {}) => app.request(pathname, { headers });
  return { app, get, ...temporary };
}

test('each kind of file has its content type and nosniff', async () => {
  await using site = await openStaticFiles();
  const types = {
    '/index.html': 'text/html; charset=utf-8',
    '/worker.js': 'text/javascript; charset=utf-8',
    '/manifest.webmanifest': 'application/manifest+json',
    '/icons/icon.svg': 'image/svg+xml; charset=utf-8',
    '/samples/night%20train.webp': 'image/webp',
  };
  for (const [pathname, type] of Object.entries(types)) {
    const { status, headers } = await site.get(pathname);
    expect([pathname, status, headers.get('Content-Type')]).toEqual([pathname, 200, type]);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  }
});

test('hashed files may be cached for a year, all others are revalidated', async () => {
  await using site = await openStaticFiles();
  const cacheOf = async (pathname: string) => (await site.get(pathname)).headers.get('Cache-Control');
  expect(await cacheOf('/assets/index-a1b2c3d4.js')).toBe('public, max-age=31536000, immutable');
  for (const pathname of ['/', '/home', '/index.html', '/worker.js', '/manifest.webmanifest', '/icons/icon.svg']) {
    expect(await cacheOf(pathname)).toBe('no-cache');
  }
});

test('a file is sent precompressed as Accept-Encoding allows, with the same ETag', async () => {
  await using site = await openStaticFiles();
  const get = (accepted: string) => site.get('/assets/index-a1b2c3d4.js', { 'Accept-Encoding': accepted });
  const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());
  const [br, gzip, plain] = [await get('gzip, br'), await get('gzip'), await get('identity')];
  expect([br, gzip, plain].map(({ headers }) => headers.get('Content-Encoding'))).toEqual(['br', 'gzip', null]);
  expect([br, gzip, plain].map(({ headers }) => headers.get('Vary'))).toEqual(Array(3).fill('Accept-Encoding'));
  expect(new Set([br, gzip, plain].map(({ headers }) => headers.get('ETag'))).size).toBe(1);
  expect(brotliDecompressSync(await bytes(br)).toString()).toBe(script);
  expect(gunzipSync(await bytes(gzip)).toString()).toBe(script);
  expect(await plain.text()).toBe(script);
});

test('a browser that has the current file gets 304', async () => {
  await using site = await openStaticFiles();
  const etag = (await site.get('/worker.js')).headers.get('ETag') ?? '';
  const again = await site.get('/worker.js', { 'If-None-Match': etag });
  expect([again.status, await again.text(), again.headers.get('Cache-Control')]).toEqual([304, '', 'no-cache']);
});

test("every file varies by Origin, so caches keep each origin's CORS headers apart", async () => {
  await using site = await openStaticFiles(['https://blog.example']);
  for (const pathname of ['/assets/index-a1b2c3d4.js', '/worker.js', '/home'])
    expect((await site.get(pathname)).headers.get('Vary')).toMatch(/\bOrigin$/);
});

test("an unknown path gets the app's HTML", async () => {
  await using site = await openStaticFiles();
  for (const pathname of ['/', '/myBlogs', '/blog/some-id', '/no/such/page']) {
    const response = await site.get(pathname);
    expect([response.status, await response.text()]).toEqual([200, built['index.html']]);
  }
});

test('missing files, source maps and files outside the folder get 404', async () => {
  await using site = await openStaticFiles();
  const missing = [
    '/assets/index-gone.js',
    '/assets/index-gone',
    '/assets/',
    '/samples/gone.webp',
    '/old-worker.js',
    '/assets/index-a1b2c3d4.js.map',
    '/assets/index-a1b2c3d4.js.br',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/../secret.txt',
    '/assets/..\\..\\secret.txt',
    '/assets/%00.js',
  ];
  for (const pathname of missing) {
    const response = await site.get(pathname);
    expect(await response.clone().text()).not.toBe('secret');
    await expectRefusal(response, 404, 'path_not_found');
  }
});

test('a write to a path of the app is refused', async () => {
  await using site = await openStaticFiles();
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const response = await site.app.request('/home', { method });
    expect(response.headers.get('Allow')).toContain('GET, HEAD');
    await expectRefusal(response, 405, 'method_not_allowed');
  }
});

test('a path of half a million dots is answered quickly', async () => {
  await using site = await openStaticFiles();
  // A real server refuses so long a path. Quadratic work would exceed the timeout of the test.
  const { status } = await site.get(`/${'.'.repeat(500_000)}x/`);
  expect(status).toBe(200);
});
