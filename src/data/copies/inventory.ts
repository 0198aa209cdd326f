import type { Post } from '../../contract/posts.ts';
import { cacheNames, opaqueCharge } from '../storage.ts';
import { allCopies, passingImages, type TextCache } from './cache.ts';
import { entriesOf, postOf } from './posts.ts';

/** The ids of all posts that can be read without a network. */
export interface IdsHere {
  kept: string[];
  passing: string[];
}

/** What lies on the device, with the bytes it takes. The posts are without their texts. */
export interface Inventory {
  /** What the reader chose to keep, last first. */
  kept: { post: Post; bytes: number }[];
  /** What was shown and may go again, newest copies first; nothing of what is kept. */
  passing: Post[];
  passingBytes: number;
}

const passingTexts: TextCache[] = ['lists', 'posts', 'own'];

export async function idsHere(): Promise<IdsHere> {
  const { kept, passing } = await postsHere();
  return { kept: kept.map(({ post }) => post._id), passing: passing.map(({ _id }) => _id) };
}

export async function takeInventory(): Promise<Inventory> {
  const { kept, passing, texts } = await postsHere();
  const pictures = await sizesIn(cacheNames.keptImages);
  const passingPictures = await Promise.all(passingImages.map(async (name) => sum((await sizesIn(name)).values())));
  return {
    kept: kept.map(({ post, bytes }) => ({ post, bytes: bytes + (pictures.get(addressOf(post.imgUrl)) ?? 0) })),
    passing,
    passingBytes: sum([texts, ...passingPictures]),
  };
}

async function postsHere(): Promise<{ kept: Inventory['kept']; passing: Post[]; texts: number }> {
  const kept = (await allCopies('kept')).flatMap(({ body }) =>
    postsIn(body).map((post) => ({ post, bytes: bytesOf(body) })),
  );
  const copies = (await Promise.all(passingTexts.map(allCopies))).flat().sort((a, b) => b.keptAt - a.keptAt);
  const passing = new Map<string, Post>();
  for (const post of copies.flatMap(({ body }) => postsIn(body))) {
    if (!passing.has(post._id)) passing.set(post._id, post);
  }
  for (const { post } of kept) passing.delete(post._id);
  return { kept, passing: [...passing.values()], texts: sum(copies.map(({ body }) => bytesOf(body))) };
}

/** Of a list or a single post. */
function postsIn(body: string): Post[] {
  const entries = entriesOf(body) ?? entriesOf(`[${body}]`) ?? [];
  return entries.flatMap((entry) => {
    const post = postOf(entry);
    return post ? [{ ...post, content: '' }] : [];
  });
}

/** By address, as the browser counts them. */
async function sizesIn(name: string): Promise<Map<string, number>> {
  const cache = await caches.open(name);
  const sizes = new Map<string, number>();
  for (const request of await cache.keys()) {
    const response = await cache.match(request, { ignoreVary: true });
    if (response) sizes.set(request.url, response.type === 'opaque' ? opaqueCharge : (await response.blob()).size);
  }
  return sizes;
}

const addressOf = (url: string): string => (URL.canParse(url, location.href) ? new URL(url, location.href).href : url);
const bytesOf = (text: string): number => new Blob([text]).size;
const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
