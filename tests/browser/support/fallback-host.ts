import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { inject } from 'vitest';
import { isBackendPath } from '../../../src/contract/paths.ts';
import { openServer } from '../../../src/server/server.ts';
import { createFaultProxy } from './faults.ts';
import { freePort } from './free-port.ts';
import { openLoopback } from './loopback.ts';
import { forward } from './proxy.ts';
import { isFromBrowser, pathnameOf, type Received, receive } from './received.ts';
import type { Site } from './site.ts';

export interface HostedFile {
  type: string;
  body: string | Buffer;
  status?: number;
  /** Where the file is instead: answered by a redirect. */
  location?: string;
}

/**
 * A static host that answers every unknown path, a missing script's too, with `index.html` and 200; and lets browsers
 * cache all that it sends from `/assets/` for a year. Calls go on to the own backend, which is no part of a deploy.
 */
export interface FallbackHost extends Site {
  /** What is on the host, by path: `/index.html`. */
  readonly files: Map<string, HostedFile>;
  /** The requested paths without calls, in order. */
  readonly requested: string[];
  /** Copies a build's files to the host, over what is there. */
  upload(folder: string, isPart?: (path: string) => boolean): void;
}

export const filesOf = (folder: string): string[] =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));

export async function openFallbackHost(): Promise<FallbackHost> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'storyline-hosted-'));
  undo.defer(() => rm(folder, { recursive: true }));
  const clientDir = inject('ownClient');
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const backend = undo.use(
    await openServer({
      port: 0,
      host: '127.0.0.1',
      dataDir: join(folder, 'data'),
      clientDir,
      samplePosts: false,
      logLevel: 'error',
    }),
  );
  const received: Received[] = [];
  const requested: string[] = [];
  const faults = createFaultProxy();
  const files = new Map<string, HostedFile>();

  const loopback = undo.use(
    await openLoopback(port, async (request, response) => {
      try {
        const call = await receive(request);
        const path = pathnameOf(call);
        if (isBackendPath(path)) {
          if (isFromBrowser(call)) received.push(call);
          if (!(await faults.strike(call, response))) await forward(call, response, new URL(backend.origin));
          return;
        }
        requested.push(path);
        const file = files.get(path) ?? files.get('/index.html');
        if (!file) throw new Error('There is nothing on the host yet');
        if (file.location !== undefined) response.setHeader('Location', file.location);
        response.setHeader('Content-Type', file.type);
        response.setHeader('Cache-Control', path.startsWith('/assets/') ? 'public, max-age=31536000' : 'no-cache');
        response.statusCode = file.status ?? 200;
        response.end(file.body);
      } catch (error) {
        response.destroy(error instanceof Error ? error : undefined);
      }
    }),
  );

  function upload(build: string, isPart: (path: string) => boolean = () => true) {
    for (const path of filesOf(build)) {
      if (!isPart(path)) continue;
      files.set(path, {
        type: getMimeType(extname(path)) ?? 'application/octet-stream',
        body: readFileSync(build + path),
      });
    }
  }

  upload(clientDir);
  const opened = undo.move();
  return {
    kind: 'own',
    origin,
    api: origin,
    received,
    requested,
    files,
    upload,
    misbehave: faults.set,
    stop: loopback.stop,
    start: loopback.start,
    holdWorker: () => loopback.hold('/worker.js'),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
