import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { noAddresses } from '../../../src/server/http/ip-addresses.ts';
import { httpErrorOf, problemResponse } from '../../../src/server/http/problem-document.ts';
import { openRequestContext } from '../../../src/server/http/security-headers.ts';
import { registerStaticFiles } from '../../../src/server/http/static-files.ts';
import { temporaryFolder } from './stores.ts';

export const script = `console.log('${'story '.repeat(400)}')`;
export const built: Record<string, string | Buffer> = {
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

/** The static files of a build as the own server answers them. */
export async function openStaticFiles(origins: string[] = []) {
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
