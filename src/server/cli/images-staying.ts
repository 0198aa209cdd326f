import { postsNaming } from '../images/images-of-posts.ts';
import type { Store } from '../store/schema.ts';

/**
 * Says which posts keep images of what was deleted, as anybody's post keeps those that it names: an operator who wants
 * them gone deletes these as well.
 */
export async function imagesStaying(store: Store, images: string[]): Promise<string> {
  const ids = await postsNaming(store, images);
  return ids.length === 0 ? '' : ` Images of it stay, as other posts name them: ${ids.join(', ')}`;
}
