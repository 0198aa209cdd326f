import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getMimeType } from 'hono/utils/mime';
import { chromium } from 'playwright-core';
import { pagePaths } from '../../src/contract/paths.ts';
import { chromiumFlags, findChromium } from '../browser/support/chromium.ts';
import { freePort } from '../browser/support/free-port.ts';
import type { Figure } from './figures.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** Where a line is added, by what that is called. */
const changes = {
  'a screen': 'src/app/screens/Blog.tsx',
  'the list': 'src/app/components/InfinitePostList.tsx',
  'the calls': 'src/data/api/blog.ts',
  'the worker': 'src/worker/reading.ts',
  'the outbox, which page and worker share': 'src/data/outbox/transport.ts',
};

/** What an update of the app costs a returning reader whose pages and worker come from the device. */
export async function measure(): Promise<Figure[]> {
  await using sources = await copySources();
  const before = await sources.build('before');
  const figures: Figure[] = [];
  for (const [name, file] of Object.entries(changes)) {
    const after = await sources.buildChanged(file);
    const fetched = await updateFrom(before, after);
    const bytes = [...fetched.values()].reduce((total, size) => total + size, 0);
    for (const [path, size] of [...fetched].sort(([, a], [, b]) => b - a)) console.log(`   ${size} ${path}`);
    figures.push({
      bench: 'update',
      what: `a line more in ${name}: ${fetched.size} files`,
      unit: 'bytes',
      measured: bytes,
      repeats: 1,
      bar: { atMost: 30_000 },
    });
  }
  return figures;
}

interface Sources extends AsyncDisposable {
  /** @returns the client's folder, compressed as `npm run build` does it */
  build(name: string): Promise<string>;
  /** Builds with a line more in that file. */
  buildChanged(file: string): Promise<string>;
}

async function copySources(): Promise<Sources> {
  const folder = await mkdtemp(join(tmpdir(), 'storyline-update-'));
  const parts = ['src', 'public', 'tests', 'index.html', 'package.json', 'tsconfig.json', 'vite.config.ts'];
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const build = async (name: string) => {
    const client = join(folder, 'dist', name);
    const options = { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } };
    await run(join(folder, 'node_modules/.bin/vite'), ['build', '--outDir', client], options);
    await run(process.execPath, [join(folder, 'src/server/precompress.ts'), client], options);
    return client;
  };
  return {
    build,
    async buildChanged(file) {
      const source = join(folder, file);
      const text = await readFile(source, 'utf8');
      await appendFile(source, "\nconsole.debug('A line more.');\n");
      const client = await build(file.replaceAll('/', '-'));
      await writeFile(source, text);
      return client;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** The bytes of each answer's body from the moment the host serves the other build until that has been installed. */
async function updateFrom(before: string, after: string): Promise<Map<string, number>> {
  await using host = await openHost(before);
  await using browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  const page = await browser.newPage();
  await page.goto(host.origin + pagePaths.home);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForLoadState('networkidle');
  host.deploy(after);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const isInstalled = async () => (await navigator.serviceWorker.getRegistration())?.waiting != null;
  while (!(await page.evaluate(isInstalled))) await page.waitForTimeout(100);
  return host.sent;
}

interface Host extends AsyncDisposable {
  origin: string;
  /** Bytes of bodies by path since the last deploy. */
  sent: Map<string, number>;
  deploy(clientDir: string): void;
}

/** A static host that caches and compresses as the own server does. */
async function openHost(clientDir: string): Promise<Host> {
  let folder = clientDir;
  const sent = new Map<string, number>();
  const host = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://any.example');
    const name = pathname.includes('.') ? pathname : '/index.html';
    const [file, encoding] = existsSync(`${folder}${name}.br`) ? [`${name}.br`, 'br'] : [name, 'identity'];
    if (!existsSync(folder + file)) return void response.writeHead(404).end();
    const body = readFileSync(folder + file);
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, {
      'Content-Type': getMimeType(name) ?? 'application/octet-stream',
      'Content-Encoding': encoding,
      'Cache-Control': name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: etag,
    });
    response.end(isKnown ? undefined : body);
    sent.set(pathname, (sent.get(pathname) ?? 0) + (isKnown ? 0 : body.length));
  });
  const port = await freePort();
  host.listen(port, '127.0.0.1');
  await once(host, 'listening');
  return {
    origin: `http://localhost:${port}`,
    sent,
    deploy(next) {
      folder = next;
      sent.clear();
    },
    async [Symbol.asyncDispose]() {
      host.closeAllConnections();
      await new Promise((resolve) => host.close(resolve));
    },
  };
}
