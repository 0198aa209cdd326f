import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Handler, Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { hasFileExtension } from '../../contract/paths.ts';
import { HttpError } from '../process/http-error.ts';
import { inlineScriptsOf } from './content-security-policy.ts';
import { copyOut, type PublicDocument, publicDocument, respondWithDocument } from './public-document.ts';
import { registerRoute } from './register-route.ts';
import type { Headers } from './respond.ts';
import { pagePolicy, workerPolicy } from './security-headers.ts';

const suffixes = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const;

/**
 * Serves the built app. Its files are few, small and never change while the server runs, so the server reads them once,
 * at its start. No request reaches the file system.
 * @param missing handles paths of pages that do not exist; unset: sends `index.html`, and the app says that the page
 * does not exist
 */
export function registerStaticFiles(app: Hono, clientDir: string, missing?: Handler): void {
  const files = readFiles(clientDir);
  const serve: Handler = (c, next) => {
    const isPage = !files.has(c.req.path) && !looksLikeFile(c.req.path);
    if (isPage && missing) return missing(c, next);
    const file = files.get(isPage ? '/index.html' : c.req.path);
    if (!file) throw new HttpError('path_not_found');
    return respondWithDocument(c, file);
  };
  registerRoute(app, '*', { GET: serve });
}

/**
 * Whether a missing path gets 404 without a page. Otherwise a browser would use the page as the missing script, image
 * or worker, and other programs would use it as a well-known resource (RFC 8615).
 */
function looksLikeFile(pathname: string): boolean {
  return pathname.startsWith('/assets/') || pathname.startsWith('/.well-known/') || hasFileExtension(pathname);
}

function policyFor(pathname: string, content: Buffer): Headers {
  if (pathname.endsWith('.html')) return pagePolicy({ scripts: inlineScriptsOf(content.toString()) });
  return pathname === '/worker.js' ? workerPolicy : {};
}

function readFiles(clientDir: string): Map<string, PublicDocument> {
  const found = readdirSync(clientDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = new Set(found.map((entry) => path.join(entry.parentPath, entry.name)));
  const files = new Map<string, PublicDocument>();
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

function readFile(name: string, names: Set<string>, pathname: string): PublicDocument {
  const content = readFileSync(name);
  const document = publicDocument(getMimeType(name) ?? 'application/octet-stream', copyOut(content), {
    // A file under /assets has its content's hash in its name; any other is revalidated each time.
    'Cache-Control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...policyFor(pathname, content),
  });
  for (const [suffix, encoding] of suffixes) {
    if (names.has(name + suffix)) document.compressed.set(encoding, readFileSync(name + suffix));
  }
  return { ...document, isFile: true };
}
