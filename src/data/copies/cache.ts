import { bounds, cacheNames } from '../storage.ts';
import { emptyCache, isQuotaExceeded, trim } from './space.ts';

/** A cache whose entries are answers of the backend, as text. Images and pages are another matter. */
export type TextCache = 'lists' | 'posts' | 'own' | 'kept';

/** An answer of the backend as it lies on the device. */
export interface Copy {
  url: string;
  body: string;
  link: string | null;
  /** Milliseconds since the epoch. */
  keptAt: number;
  /** The backend has confirmed a write since, so this shows a state that is no more. */
  outdated: boolean;
}

const headers = { keptAt: 'X-Kept-At', outdated: 'X-Outdated' };

/** As an answer for the page, in the words of the backend. */
export function answerFrom({ body, link }: Pick<Copy, 'body' | 'link'>): Response {
  return new Response(body, { headers: { 'Content-Type': 'application/json', ...(link && { Link: link }) } });
}

async function readCopy(url: string, response: Response): Promise<Copy> {
  return {
    url,
    body: await response.text(),
    link: response.headers.get('Link'),
    keptAt: Number(response.headers.get(headers.keptAt)),
    outdated: response.headers.has(headers.outdated),
  };
}

export async function findCopy(name: TextCache, url: string): Promise<Copy | undefined> {
  const response = await (await caches.open(cacheNames[name])).match(url);
  return response && readCopy(url, response);
}

/** Every copy of a cache, the one kept last first. */
export async function allCopies(name: TextCache): Promise<Copy[]> {
  const cache = await caches.open(cacheNames[name]);
  const requests = await cache.keys();
  const copies = await Promise.all(
    requests.map(async (request) => {
      const response = await cache.match(request);
      return response && readCopy(request.url, response);
    }),
  );
  return copies.filter((copy) => copy !== undefined).sort((a, b) => b.keptAt - a.keptAt);
}

/** Keeps a copy, and lets the oldest go beyond the cache's bound. When space is short, images go first. */
export async function keepCopy(name: TextCache, copy: Copy): Promise<void> {
  const response = answerFrom(copy);
  response.headers.set(headers.keptAt, String(copy.keptAt));
  if (copy.outdated) response.headers.set(headers.outdated, 'yes');
  const cache = await caches.open(cacheNames[name]);
  try {
    await cache.put(copy.url, response.clone());
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error;
    for (const images of passingImages) await emptyCache(images);
    await cache.put(copy.url, response);
  }
  await trim(cache, bounds[name], isBeginning);
}

/** Of a list older pages go before its beginning, which is put once and then scrolled away from. */
const isBeginning = ({ url }: Request): boolean => !url.includes('?');

/** Images that come and go, the costliest first. */
export const passingImages = [cacheNames.opaqueImages, cacheNames.images] as const;

export async function dropCopy(name: TextCache, url: string): Promise<void> {
  await (await caches.open(cacheNames[name])).delete(url);
}
