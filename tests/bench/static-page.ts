import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { type Recorded, record } from './recorded.ts';

/**
 * Returns a rendered page as a person would write it by hand, and all images that it shows, by path. The page has the
 * same words, styles and images, and no part of the app.
 */
export async function staticPage(origin: string, path: string): Promise<Map<string, Recorded>> {
  const page = await record(origin + path);
  const html = brotliDecompressSync(page.body)
    .toString()
    .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replaceAll(/<link rel="(modulepreload|manifest|alternate)"[^>]*>/g, '');
  const shown = new Set([...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:webp|png|svg))"/g)].map(([, url]) => url ?? ''));
  const answers = new Map([[path, htmlAnswer(html)]]);
  for (const url of shown) answers.set(url, await record(origin + url));
  return answers;
}

export function htmlAnswer(html: string): Recorded {
  const body = brotliCompressSync(html);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'content-length': String(body.length),
    'cache-control': 'public, no-cache',
  };
  return { status: 200, headers, body };
}

export function scriptAnswer(script: string): Recorded {
  const body = Buffer.from(script);
  const headers = { 'content-type': 'text/javascript; charset=utf-8', 'content-length': String(body.length) };
  return { status: 200, headers, body };
}
