import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { chromium } from 'playwright-core';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { noAddresses } from '../../src/server/http/ip-addresses.ts';
import { openRequestContext } from '../../src/server/http/security-headers.ts';
import { registerStaticFiles } from '../../src/server/http/static-files.ts';
import { findFirefox } from '../browser/engines/support/find.ts';
import { openFirefox } from '../browser/engines/support/firefox.ts';
import { chromiumFlags, findChromium } from '../browser/support/chromium.ts';
import { freePort } from '../browser/support/free-port.ts';
import type { Figure } from './figures.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** Where a line is added, by what that is called. */
const changes = {
  'a line more in a screen': 'src/app/screens/Blog.tsx',
  'a line more in the list': 'src/app/components/InfinitePostList.tsx',
  'a line more in the calls': 'src/data/api/blog.ts',
  'a line more in the outbox, which page and worker share': 'src/data/outbox/transport.ts',
  'a line more in the worker': 'src/worker/reading.ts',
};

/** In bytes. Chromium has the earlier build's files as dictionaries; the others fetch whole files. */
const bars = { Chromium: 5_000, Firefox: 35_000 };

/** What an update of the app costs a returning reader whose pages and worker come from the device. */
export async function measure(): Promise<Figure[]> {
  await using sources = await copySources();
  const before = await sources.build('before');
  const figures: Figure[] = [];
  const compare = async (what: string, after: string, isReact = false) => {
    for (const engine of ['Chromium', 'Firefox'] as const) {
      const fetched = await updateFrom(before, after, engine);
      const bytes = [...fetched.values()].reduce((total, size) => total + size, 0);
      for (const [path, size] of [...fetched].sort(([, a], [, b]) => b - a)) console.log(`   ${size} ${path}`);
      figures.push({
        bench: 'update',
        what: `${what}, in ${engine}: ${fetched.size} files`,
        unit: 'bytes',
        measured: bytes,
        repeats: 1,
        // Whoever changes React itself sends it whole where there are no dictionaries.
        ...(!(isReact && engine === 'Firefox') && { bar: { atMost: bars[engine] } }),
      });
    }
  };
  for (const [what, file] of Object.entries(changes)) await compare(what, await sources.buildChanged(file));
  await compare('another version of React', await sources.buildWithOtherReact(), true);
  return figures;
}

interface Sources extends AsyncDisposable {
  /** @returns the client's folder, compressed as `npm run build` does it */
  build(name: string): Promise<string>;
  /** Builds with a line more in that file. */
  buildChanged(file: string): Promise<string>;
  /** Builds with a react-dom that says it is of another version. */
  buildWithOtherReact(): Promise<string>;
}

async function copySources(): Promise<Sources> {
  const folder = await mkdtemp(join(tmpdir(), 'storyline-update-'));
  const parts = ['src', 'public', 'tests', 'index.html', 'package.json', 'tsconfig.json', 'vite.config.ts'];
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true });
  const packages = join(folder, 'node_modules');
  await mkdir(packages);
  for (const name of await readdir(join(root, 'node_modules'))) {
    await symlink(join(root, 'node_modules', name), join(packages, name));
  }
  const build = async (name: string) => {
    const client = join(folder, 'dist/client');
    const options = { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } };
    await run(join(root, 'node_modules/.bin/vite'), ['build', '--outDir', client, '--emptyOutDir'], options);
    for (const step of ['precompress', 'compress-against-earlier']) {
      await run(process.execPath, [join(folder, `src/server/${step}.ts`), client], options);
    }
    await cp(client, join(folder, 'dist', name), { recursive: true });
    return join(folder, 'dist', name);
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
    async buildWithOtherReact() {
      const reactDom = join(packages, 'react-dom');
      await rm(reactDom);
      await cp(join(root, 'node_modules/react-dom'), reactDom, { recursive: true });
      const { version }: { version: string } = JSON.parse(await readFile(join(reactDom, 'package.json'), 'utf8'));
      for (const name of await readdir(join(reactDom, 'cjs'))) {
        const file = join(reactDom, 'cjs', name);
        await writeFile(file, (await readFile(file, 'utf8')).replaceAll(version, `${version}0`));
      }
      return await build('other-react');
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

interface Tab {
  goto(url: string): Promise<unknown>;
  evaluate<Result>(script: () => Result): Promise<Awaited<Result>>;
}

/** The bytes of each answer's body from the moment the host serves the other build until that has been installed. */
async function updateFrom(before: string, after: string, engine: keyof typeof bars): Promise<Map<string, number>> {
  await using host = await openHost(before);
  await using undo = new AsyncDisposableStack();
  const tab = await openTab(engine, undo);
  await tab.goto(host.origin + pagePaths.home);
  await until(() => tab.evaluate(() => navigator.serviceWorker.controller !== null));
  await host.isQuiet();
  host.deploy(after);
  await tab.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
  await until(() => tab.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null));
  return host.sent;
}

async function openTab(engine: keyof typeof bars, undo: AsyncDisposableStack): Promise<Tab> {
  if (engine === 'Chromium') {
    const browser = undo.use(await chromium.launch({ executablePath: findChromium(), args: chromiumFlags }));
    return await browser.newPage();
  }
  const firefox = findFirefox();
  if (!firefox) throw new Error('No Firefox here, and none could be installed');
  const { tab } = await undo.use(await openFirefox(firefox)).start();
  return tab;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(100);
}

interface Host extends AsyncDisposable {
  origin: string;
  /** Bytes of bodies by path since the last deploy. */
  sent: Map<string, number>;
  deploy(clientDir: string): void;
  /** Resolves when nothing has been asked for a second. */
  isQuiet(): Promise<void>;
}

/** The app's files as the own server answers them, and an empty list. */
async function openHost(clientDir: string): Promise<Host> {
  const appOf = (folder: string) => {
    const app = new Hono();
    app.use(openRequestContext(noAddresses, []));
    app.get(callPaths.posts, (c) => c.json([]));
    registerStaticFiles(app, folder);
    return app;
  };
  let app = appOf(clientDir);
  let requests = 0;
  const sent = new Map<string, number>();
  const answer = async (request: Request) => {
    requests += 1;
    const response = await app.fetch(request);
    const body = await response.arrayBuffer();
    const { pathname } = new URL(request.url);
    sent.set(pathname, (sent.get(pathname) ?? 0) + body.byteLength);
    return new Response(body.byteLength > 0 ? body : null, response);
  };
  const host = createServer(getRequestListener(answer));
  const port = await freePort();
  host.listen(port, '127.0.0.1');
  await once(host, 'listening');
  return {
    origin: `http://localhost:${port}`,
    sent,
    deploy(next) {
      app = appOf(next);
      sent.clear();
    },
    async isQuiet() {
      let seen = -1;
      while (seen !== requests) {
        seen = requests;
        await pause(1_000);
      }
    },
    async [Symbol.asyncDispose]() {
      host.closeAllConnections();
      await new Promise((resolve) => host.close(resolve));
    },
  };
}
