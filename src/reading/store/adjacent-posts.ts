import type { Post } from '../../contract/posts.ts';
import type { RecordStore } from '../../device/storage/record-database.ts';
import { parsePost } from './parse-posts.ts';
import { readPosts } from './read-stored.ts';
import { readReading } from './reading-database.ts';
import { kindOfList, readLists } from './stored-list.ts';

/**
 * Returns the posts before and after a post, in the order of the list whose page with the post was fetched last.
 * Ignores authors' own lists. Makes no request.
 */
export const findAdjacentPosts = (id: string) =>
  readReading(async (store) => {
    const shared = [...(await readLists(store)).values()].filter(({ url }) => kindOfList(url) !== 'own');
    const having = shared.flatMap((list) =>
      list.pages.flatMap(({ ids, call }) => (ids.includes(id) ? { list, call } : [])),
    );
    const [latest] = having.sort((a, b) => b.call - a.call);
    if (!latest) return undefined;
    const ids = latest.list.pages.flatMap((page) => page.ids);
    const at = ids.indexOf(id);
    return {
      previous: await firstStored(store, ids.slice(0, at).reverse()),
      next: await firstStored(store, ids.slice(at + 1)),
    };
  });

/** Returns the first of these posts that is stored. Deleted posts are not stored. */
async function firstStored(store: RecordStore, ids: string[]): Promise<Post | undefined> {
  for (const id of ids) {
    const [stored] = await readPosts(store, [id]);
    if (stored) return parsePost(stored.body)?.post;
  }
  return undefined;
}
