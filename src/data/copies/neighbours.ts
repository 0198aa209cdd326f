import type { Post } from '../../contract/posts.ts';
import { allCopies } from './cache.ts';
import { entriesOf, postOf } from './posts.ts';
import { canKeep } from './space.ts';

export interface Neighbours {
  previous: Post | undefined;
  next: Post | undefined;
}

/** In characters: a whole blog in one answer is not parsed for two links. */
const longestList = 4_000_000;

/** Who stands beside a post in a list on this device, in the order of its backend; asks no network. */
export async function neighboursOf(id: string): Promise<Neighbours | undefined> {
  if (!canKeep()) return undefined;
  for (const { body } of await allCopies('lists')) {
    if (body.length > longestList || !body.includes(id)) continue;
    const posts = (entriesOf(body) ?? []).map(postOf).filter((post) => post !== undefined);
    const at = posts.findIndex((post) => post._id === id);
    if (at >= 0) return { previous: posts[at - 1], next: posts[at + 1] };
  }
  return undefined;
}
