import type { NewPost } from '../../contract/posts.ts';
import { orLog } from '../../device/or-log.ts';
import type { BringingIn, BroughtIn } from './bring-in.ts';
import { type FoundText, ghostSite, Unreadable } from './found-writing.ts';
import { picturesIn, withPictures } from './pictures-in.ts';
import { addressOf, nameOfOwn } from './pictures-of-files.ts';

/** Stores pictures, and knows those that it has stored in this import. */
export interface PictureStore {
  has(name: string): boolean;
  keep(name: string, bytes: ArrayBuffer): Promise<void>;
}

export function pictureStore(store: PictureStore['keep']): PictureStore {
  const kept = new Set<string>();
  return {
    has: (name) => kept.has(name),
    async keep(name, bytes) {
      await store(name, bytes);
      kept.add(name);
    },
  };
}

/** Stores the post's pictures in `store`, and returns the post with the pictures' new addresses. */
export async function prepared(
  post: NewPost,
  text: FoundText,
  to: BringingIn,
  brought: BroughtIn,
  store: PictureStore,
): Promise<NewPost> {
  await keepOwn(post, to, brought, store);
  const addresses = new Map<string, string>();
  for (const address of picturesIn(post)) {
    if (nameOfOwn(address) !== undefined || !to.pictures.has(address, text.place)) continue;
    const making = to.pictures.make(address, text.place, store.has);
    const made = await orLog(`Could not read the picture ${address}; its text goes without it.`, making);
    if (made?.bytes) await store.keep(made.name, made.bytes);
    if (made) addresses.set(address, addressOf(made.name));
    else brought.lostPictures += 1;
  }
  const moved = withPictures(post, (address) => addresses.get(address));
  brought.lostPictures += picturesIn(moved).filter((address) => addresses.has(address)).length;
  return text.source.startsWith('ghost:') ? withSite(moved, to.site.trim().replace(/(?<!\/)\/+$/, '')) : moved;
}

/** Puts the blog's address into the post. If it is unknown (`''`), addresses begin at the root of this site. */
const withSite = ({ imgUrl, content, ...post }: NewPost, site: string): NewPost => ({
  ...post,
  imgUrl: imgUrl.replaceAll(ghostSite, site),
  content: content.replaceAll(ghostSite, site),
});

/** Stores those pictures of the post that come from a Storyline, under their existing names. */
export async function keepOwn(
  post: NewPost,
  { pictures }: BringingIn,
  brought: BroughtIn,
  store: PictureStore,
): Promise<void> {
  for (const name of new Set(picturesIn(post).map(nameOfOwn))) {
    if (name === undefined || store.has(name)) continue;
    try {
      const bytes = await pictures.own(name);
      if (bytes) await store.keep(name, bytes);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      brought.lostPictures += 1;
    }
  }
}
