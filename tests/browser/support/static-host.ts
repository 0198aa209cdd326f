import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { type Loopback, openLoopback } from './loopback.ts';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
};

/** Opens a plain static host: the folder's files, `index.html` for an unknown page, 404 for a missing asset. */
export function openStaticHost(port: number, folder: string): Promise<Loopback> {
  return openLoopback(port, ({ url = '/' }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, 'http://any').pathname));
    const isPage = extname(path) === '';
    send(response, join(folder, isPage ? 'index.html' : path)).catch(() => {
      response.statusCode = 404;
      response.end();
    });
  });
}

async function send(response: ServerResponse, file: string) {
  const body = await readFile(file);
  response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
  response.setHeader('Cache-Control', 'no-cache');
  response.end(body);
}
