import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Handler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { Refusal } from '../refusal.ts';
import { isFresh } from './document.ts';
import { type Encoding, preferredEncoding } from './encoding.ts';

type Bytes = Buffer<ArrayBuffer>;
type File = { body: Bytes; compressed: Map<Encoding, Bytes>; headers: Record<string, string>; etag: string };

const suffixes = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const;

/**
 * Serves the built app. The files are few and small and never change under a running server: they are read once, and
 * a path that wasn't there then is in no way reachable.
 */
export function siteHandler(clientDir: string): Handler {
  const files = readFiles(clientDir);
  return (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      throw new Refusal('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
    }
    const file = files.get(c.req.path) ?? (looksLikeFile(c.req.path) ? undefined : files.get('/index.html'));
    if (!file) throw new Refusal('path_not_found');
    if (isFresh(c.req.header('If-None-Match'), file.etag)) return c.body(null, 304, file.headers);
    const encoding = file.compressed.size > 0 ? preferredEncoding(c.req.header('Accept-Encoding')) : undefined;
    const body = (encoding && file.compressed.get(encoding)) ?? file.body;
    return c.body(body, 200, {
      ...file.headers,
      ...(body !== file.body && encoding && { 'Content-Encoding': encoding }),
      'Content-Length': String(body.length),
    });
  };
}

/** A missing file is missing: a page in its place would be taken for a script, an image, a worker. */
function looksLikeFile(pathname: string): boolean {
  return pathname.startsWith('/assets/') || /\.[^/]+$/.test(pathname);
}

function readFiles(clientDir: string): Map<string, File> {
  const found = readdirSync(clientDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = new Set(found.map((entry) => path.join(entry.parentPath, entry.name)));
  const files = new Map<string, File>();
  for (const name of names) {
    if (isCompressedForm(name, names) || name.endsWith('.map')) continue;
    const pathname = `/${path.relative(clientDir, name).split(path.sep).map(encodeURIComponent).join('/')}`;
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
  };
  return { body, compressed, headers, etag };
}
