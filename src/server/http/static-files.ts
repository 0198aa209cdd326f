import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Handler, Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { hasFileExtension } from '../../contract/paths.ts';
import { HttpError } from '../domain/http-error.ts';
import { type Encoding, preferredEncoding } from './encoding.ts';
import { matchedTag } from './entity-tags.ts';
import { registerRoute } from './register-route.ts';
import { type Headers, respond } from './respond.ts';
import { pagePolicy, workerPolicy } from './security-headers.ts';

type Bytes = Buffer<ArrayBuffer>;
type File = {
  body: Bytes;
  compressed: Map<Encoding, Bytes>;
  headers: Headers;
  etag: string;
};

const suffixes = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const;

/**
 * Serves the built app. The files are few and small and never change under a running server, so they are read once, at
 * start. A request never reaches the file system.
 * @param missing handles a page that does not exist; without it, `index.html` is sent and the app shows that
 */
export function registerStaticFiles(app: Hono, clientDir: string, missing?: Handler): void {
  const files = readFiles(clientDir);
  const serve: Handler = (c, next) => {
    const isPage = !files.has(c.req.path) && !looksLikeFile(c.req.path);
    if (isPage && missing) return missing(c, next);
    const file = files.get(isPage ? '/index.html' : c.req.path);
    if (!file) throw new HttpError('path_not_found');
    if (matchedTag(c.req.header('If-None-Match'), file.etag)) return respond(c, 304, null, file.headers);
    const { body, encoding } = encoded(file, c.req.header('Accept-Encoding'));
    return respond(c, 200, body, {
      ...file.headers,
      ...(encoding && { 'Content-Encoding': encoding }),
      'Content-Length': String(body.length),
    });
  };
  registerRoute(app, '*', { GET: serve });
}

function encoded(file: File, accepted: string | undefined) {
  const encoding = file.compressed.size > 0 ? preferredEncoding(accepted) : undefined;
  const compressed = encoding && file.compressed.get(encoding);
  return compressed ? { body: compressed, encoding } : { body: file.body };
}

/**
 * A missing file gets 404: a page in its place would be taken for a script, an image or a worker, or for a sign that
 * the site has a well-known resource (RFC 8615).
 */
function looksLikeFile(pathname: string): boolean {
  return pathname.startsWith('/assets/') || pathname.startsWith('/.well-known/') || hasFileExtension(pathname);
}

function policyFor(pathname: string): Headers {
  if (pathname.endsWith('.html')) return pagePolicy([]);
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
    // A file under /assets has its content's hash in its name; any other is revalidated each time.
    'Cache-Control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
    ...(compressed.size > 0 && { Vary: 'Accept-Encoding' }),
    ...policyFor(pathname),
  };
  return { body, compressed, headers, etag };
}
