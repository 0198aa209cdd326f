import type { Post } from '../../contract/posts.ts';
import { nextPage } from '../link.ts';
import { allCopies, type Copy } from './cache.ts';
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
  const pages = (await allCopies('lists')).filter(({ body }) => body.length <= longestList);
  for (const page of pages) {
    if (!page.body.includes(id)) continue;
    const posts = postsOn(page);
    const at = posts.findIndex((post) => post._id === id);
    if (at < 0) continue;
    const after = pageAfter(page);
    return {
      previous: posts[at - 1] ?? postsOn(pages.find((other) => pageAfter(other) === page.url)).at(-1),
      next: posts[at + 1] ?? postsOn(pages.find(({ url }) => url === after))[0],
    };
  }
  return undefined;
}

const pageAfter = ({ link, url }: Copy): string | undefined => nextPage(link, url);

const postsOn = (page: Copy | undefined): Post[] =>
  (entriesOf(page?.body ?? '') ?? []).map(postOf).filter((post) => post !== undefined);
