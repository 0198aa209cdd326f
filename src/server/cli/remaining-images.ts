import { postsNaming } from '../images/images-of-posts.ts';
import type { Store } from '../store/schema.ts';

/**
 * Returns a sentence with the ids of posts that still name images of the deleted post or account; `''` if there are
 * none. To remove these images, the operator must delete these posts, too.
 */
export async function remainingImages(store: Store, images: string[]): Promise<string> {
  const ids = await postsNaming(store, images);
  return ids.length === 0 ? '' : ` Some of its images stay, because other posts use them: ${ids.join(', ')}`;
}
