import { findImage, isWorthKeeping, keepImage } from '../data/copies/images.ts';
import { findFile } from './build.ts';

/** From the copy, else from the network, and kept. */
export async function answerImage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const kept = await keptImage(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (isWorthKeeping(response)) event.waitUntil(keepImage(request.url, response.clone()));
  return response;
}

/** A device that can't say what it keeps is one that keeps nothing: the network answers. */
async function keptImage(request: Request): Promise<Response | undefined> {
  try {
    return (await findImage(request.url)) ?? (await findFile(request.url));
  } catch (error) {
    console.error(`What is kept of ${request.url} could not be read.`, error);
    return undefined;
  }
}

/** Images shown before the worker was there; the browser's own cache has most of them still. */
export async function keepImages(urls: string[]): Promise<void> {
  for (const url of urls) {
    if (await findImage(url)) continue;
    const response = await fetch(url, { mode: 'no-cors' }).catch(() => undefined);
    if (response && isWorthKeeping(response)) await keepImage(url, response);
  }
}
