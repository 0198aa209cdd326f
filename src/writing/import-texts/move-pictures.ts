import type { NewPost } from '../../contract/posts.ts';
import { orLog } from '../../device/or-log.ts';
import { type FoundText, ghostSite, Unreadable } from './found-writing.ts';
import type { ImportCounts, ImportTarget } from './import-texts.ts';
import { picturesIn, withPictures } from './pictures-in.ts';
import { addressOf, nameOfOwn } from './pictures-of-files.ts';

export type PictureMover = ReturnType<typeof pictureMover>;

/**
 * Returns functions that store the pictures of an import by `store`, each picture once. They count in `counts` the
 * pictures that could not be used.
 */
export function pictureMover(
  { pictures, site }: ImportTarget,
  counts: ImportCounts,
  store: (name: string, bytes: ArrayBuffer) => Promise<void>,
) {
  const kept = new Set<string>();
  const keep = async (name: string, bytes: ArrayBuffer) => {
    await store(name, bytes);
    kept.add(name);
  };

  /** Stores those pictures of the post that were uploaded to a Storyline site before, under the same names. */
  const keepOwn = async (post: NewPost): Promise<void> => {
    for (const name of new Set(picturesIn(post).map(nameOfOwn))) {
      if (name === undefined || kept.has(name)) continue;
      try {
        const bytes = await pictures.own(name);
        if (bytes) await keep(name, bytes);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        counts.lostPictures += 1;
      }
    }
  };

  /** Stores the post's pictures, and returns the post with the pictures' new addresses. */
  const prepared = async (post: NewPost, text: FoundText): Promise<NewPost> => {
    await keepOwn(post);
    const addresses = new Map<string, string>();
    for (const address of picturesIn(post)) {
      if (nameOfOwn(address) !== undefined || !pictures.has(address, text.place)) continue;
      const making = pictures.make(address, text.place, (name) => kept.has(name));
      const made = await orLog(`Could not read the picture ${address}; importing the text without it.`, making);
      if (made?.bytes) await keep(made.name, made.bytes);
      if (made) addresses.set(address, addressOf(made.name));
      else counts.lostPictures += 1;
    }
    const moved = withPictures(post, (address) => addresses.get(address));
    counts.lostPictures += picturesIn(moved).filter((address) => addresses.has(address)).length;
    return text.source.startsWith('ghost:') ? withSite(moved, site.trim().replace(/(?<!\/)\/+$/, '')) : moved;
  };

  return { keepOwn, prepared };
}

/** Replaces Ghost's placeholder with the blog's address. If that is unknown (`''`), URLs become paths on this site. */
const withSite = ({ imgUrl, content, ...post }: NewPost, site: string): NewPost => ({
  ...post,
  imgUrl: imgUrl.replaceAll(ghostSite, site),
  content: content.replaceAll(ghostSite, site),
});
