import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Handler, Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { Refusal } from '../refusal.ts';
import { isFresh } from './document.ts';
import { type Encoding, preferredEncoding } from './encoding.ts';
import { offer } from './offer.ts';
import { type Headers, respond } from './response.ts';
import { pagePolicy, workerPolicy } from './security.ts';

type Bytes = Buffer<ArrayBuffer>;
type File = { body: Bytes; compressed: Map<Encoding, Bytes>; headers: Headers; etag: string };

const suffixes = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const;

/**
 * Serves the built app. The files are few and small and never change under a running server: they are read once, and
 * a path that wasn't there then is in no way reachable.
 * @param missing answers for a page that does not exist; without it, the app does
 */
export function offerSite(app: Hono, clientDir: string, missing?: Handler): void {
  const files = readFiles(clientDir);
  const serve: Handler = (c, next) => {
    const isPage = !files.has(c.req.path) && !looksLikeFile(c.req.path);
    if (isPage && missing) return missing(c, next);
    const file = files.get(isPage ? '/index.html' : c.req.path);
    if (!file) throw new Refusal('path_not_found');
    if (isFresh(c.req.header('If-None-Match'), file.etag)) return respond(c, 304, null, file.headers);
    const encoding = file.compressed.size > 0 ? preferredEncoding(c.req.header('Accept-Encoding')) : undefined;
    const body = (encoding && file.compressed.get(encoding)) ?? file.body;
    return respond(c, 200, body, {
      ...file.headers,
      ...(body !== file.body && encoding && { 'Content-Encoding': encoding }),
      'Content-Length': String(body.length),
    });
  };
  offer(app, '*', { GET: serve });
}

/** A missing file is missing: a page in its place would be taken for a script, an image, a worker. */
function looksLikeFile(pathname: string): boolean {
  return pathname.startsWith('/assets/') || /\.[^/]+$/.test(pathname);
}

function policyFor(pathname: string): Headers {
  if (pathname.endsWith('.html')) return pagePolicy();
  return pathname === '/worker.js' ? workerPolicy : {};
}

function readFiles(clientDir: string): Map<string, File> {
  const found = readdirSync(clientDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = new Set(found.map((entry) => path.join(entry.parentPath, entry.name)));
  const files = new Map<string, File>();
  for (const name of names) {
    if (isCompressedForm(name, names) || name.endsWith('.map')) continue;
    const pathname = `/${path.relative(clientDir, name).split(path.sep).join('/')}`;
    files.set(pathname, readFile(name, names, pathname));
  }
  return files;
}

function isCompressedForm(name: string, names: Set<string>): boolean {
  return suffixes.some(([suffix]) => name.endsWith(suffix) && names.has(name.slice(0, -suffix.length)));
}

function readFile(name: string, names: Set<string>, pathname: string): File {
  const body = readFileSync(name);
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  const compressed = new Map<Encoding, Bytes>();
  for (const [suffix, encoding] of suffixes) {
    if (names.has(name + suffix)) compressed.set(encoding, readFileSync(name + suffix));
  }
  const headers = {
    'Content-Type': getMimeType(name) ?? 'application/octet-stream',
    // A file under /assets has its content's hash in its name; any other is asked for again each time.
    'Cache-Control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
    ...(compressed.size > 0 && { Vary: 'Accept-Encoding' }),
    ...policyFor(pathname),
  };
  return { body, compressed, headers, etag };
}
