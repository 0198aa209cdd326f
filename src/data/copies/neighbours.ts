import type { Post } from '../../contract/posts.ts';
import { allCopies, canKeep } from './cache.ts';
import { entriesOf, postOf } from './posts.ts';

export interface Neighbours {
  newer: Post | undefined;
  older: Post | undefined;
}

/** In characters: a whole blog in one answer is not parsed for two links. */
const longestList = 4_000_000;

/** Who stands beside a post in a list on this device; asks no network. */
export async function neighboursOf(id: string): Promise<Neighbours | undefined> {
  if (!canKeep()) return undefined;
  for (const { body } of await allCopies('lists')) {
    if (body.length > longestList || !body.includes(id)) continue;
    const posts = (entriesOf(body) ?? []).map(postOf).filter((post) => post !== undefined);
    const at = posts.findIndex((post) => post._id === id);
    if (at >= 0) return { newer: posts[at - 1], older: posts[at + 1] };
  }
  return undefined;
}
