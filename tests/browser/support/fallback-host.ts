import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { inject } from 'vitest';
import { pathnameOf, type Received } from './received.ts';
import type { Site } from './site.ts';
import { freeOrigin, openOwnServer, siteBehind } from './site-behind.ts';

export interface HostedFile {
  type: string;
  body: string | Buffer;
  status?: number;
  /** The URL to which the host redirects instead of sending the file. */
  location?: string;
}

/**
 * A static host that answers every unknown path, even that of a missing script, with `index.html` and status 200.
 * Browsers may cache its `/assets/` for a year. It forwards calls to our own backend.
 */
export interface FallbackHost extends Site {
  /** The host's files by path, such as `/index.html`. */
  readonly files: Map<string, HostedFile>;
  /** The paths of all requests in order, except calls to the backend. */
  readonly requested: string[];
  /**
   * Copies a build's files to the host, or only those for which `isPart` returns true. Replaces files of the same name.
   */
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
  const backend = undo.use(await openOwnServer({ dataDir: join(folder, 'data'), clientDir }));
  const requested: string[] = [];
  const files = new Map<string, HostedFile>();

  async function answerPage(call: Received, response: ServerResponse): Promise<void> {
    const path = pathnameOf(call);
    requested.push(path);
    const file = files.get(path) ?? files.get('/index.html');
    if (!file) throw new Error('There is nothing on the host yet');
    if (file.location !== undefined) response.setHeader('Location', file.location);
    response.setHeader('Content-Type', file.type);
    response.setHeader('Cache-Control', path.startsWith('/assets/') ? 'public, max-age=31536000' : 'no-cache');
    response.statusCode = file.status ?? 200;
    response.end(file.body);
  }

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
  const site = await siteBehind(await freeOrigin(), new URL(backend.origin), undo, answerPage);
  return { ...site, requested, files, upload };
}
