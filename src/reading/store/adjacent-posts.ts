import type { Post } from '../../contract/posts.ts';
import type { RecordStore } from '../../device/storage/record-database.ts';
import { parsePost } from './parse-posts.ts';
import { readPosts } from './read-stored.ts';
import { readReading } from './reading-database.ts';
import { kindOfList, pagesFrom, readPages } from './stored-page.ts';

export interface AdjacentPosts {
  previous: Post | undefined;
  next: Post | undefined;
}

/** Returns the posts before and after a post, in the latest list that has it and in its order. Makes no request. */
export const findAdjacentPosts = (id: string): Promise<AdjacentPosts | undefined> =>
  readReading(async (store) => {
    const pages = await readPages(store);
    const newestFirst = [...pages.values()].sort((a, b) => b.call - a.call);
    const page = newestFirst.find(({ url, ids }) => ids.includes(id) && kindOfList(url) !== 'own');
    if (!page) return undefined;
    const before = [...pages.values()].find(({ next }) => next === page.url)?.ids ?? [];
    const after = pagesFrom(pages, page.url)
      .slice(1, 2)
      .flatMap(({ ids }) => ids);
    const ids = [...before, ...page.ids, ...after];
    const at = ids.indexOf(id);
    return {
      previous: await firstStored(store, ids.slice(0, at).reverse()),
      next: await firstStored(store, ids.slice(at + 1)),
    };
  });

/** Returns the first of these posts that is on this device. A deleted one is not. */
async function firstStored(store: RecordStore, ids: string[]): Promise<Post | undefined> {
  for (const id of ids) {
    const [stored] = await readPosts(store, [id]);
    if (stored) return parsePost(stored.body)?.post;
  }
  return undefined;
}
