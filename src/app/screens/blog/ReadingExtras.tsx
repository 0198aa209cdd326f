import type { Post } from '../../../contract/posts.ts';
import { ContinueReading } from './ContinueReading.tsx';
import { NeighbourLinks } from './NeighbourLinks.tsx';
import '../../styles/reading-extras.css';

/** What makes reading one post after the other pleasant. */
export function ReadingExtras({ post }: { post: Post }) {
  return (
    <>
      <div className="reading-progress" aria-hidden="true" />
      <NeighbourLinks id={post._id} />
      <ContinueReading id={post._id} />
    </>
  );
}
