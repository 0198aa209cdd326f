import { markListsStale, removeDeletedPosts, storeEditedPost } from '../../reading/answers/confirmed-writes.ts';
import { announcePostChange, type PostChange } from './post-change.ts';

/** Stores a confirmed change of a post in the caches, then tells every tab and the worker. Never rejects. */
export async function confirmChange(change: PostChange): Promise<void> {
  switch (change.kind) {
    case 'made':
      await markListsStale();
      break;
    case 'changed': {
      const { post } = change;
      if (post?.version === undefined) await markListsStale();
      else await storeEditedPost({ ...post, version: post.version });
      break;
    }
    case 'deleted':
      await removeDeletedPosts([change.postId]);
  }
  announcePostChange(change);
}
