import type { Post } from '../../../contract/posts.ts';
import { isOwnBackend } from '../../../device/calls/host.ts';
import { lazyOrNothing } from '../../components/lazy-or-nothing.tsx';
import { AdjacentPostLinks } from './AdjacentPostLinks.tsx';
import { SavedReadingProgress } from './SavedReadingProgress.tsx';

const FollowOfPost = lazyOrNothing(async () => (await import('./FollowOfPost.tsx')).FollowOfPost);

export function ReadingExtras({ post }: { post: Post }) {
  return (
    <>
      <div className="reading-progress" aria-hidden="true" />
      {/* On our own backend, the post links to pages of authors and topics, which have follow buttons. */}
      {!isOwnBackend && <FollowOfPost post={post} />}
      <AdjacentPostLinks id={post._id} />
      <SavedReadingProgress id={post._id} />
    </>
  );
}
