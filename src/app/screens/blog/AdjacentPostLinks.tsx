import { useMemo } from 'react';
import { pagePaths } from '../../../contract/paths.ts';
import type { Post } from '../../../contract/posts.ts';
import { findAdjacentPosts } from '../../../reading/store/adjacent-posts.ts';
import { Link } from '../../components/Link.tsx';
import { useFound } from '../../hooks/useFound.ts';
import { usePostsWithEdits } from '../../hooks/usePostsWithEdits.ts';
import { titleOf } from '../../text/title-of.ts';

/** Links to the posts before and after this one, if a cached list has this post. */
export function AdjacentPostLinks({ id }: { id: string }) {
  const failure = 'Could not look up the adjacent posts; no links to them are shown.';
  const neighbours = useFound(id, () => findAdjacentPosts(id), failure);
  if (!neighbours?.previous && !neighbours?.next) return null;
  return (
    <nav className="neighbours" aria-label="More posts">
      <Neighbour label="Previous" post={neighbours.previous} />
      <Neighbour label="Next" post={neighbours.next} />
    </nav>
  );
}

function Neighbour({ label, post: read }: { label: string; post: Post | undefined }) {
  const [post] = usePostsWithEdits(useMemo(() => (read ? [read] : []), [read]));
  if (!post) return null;
  return (
    <Link className={`neighbour sheet stack ${label.toLowerCase()}`} to={pagePaths.blog(post._id)}>
      <span className="hint">{label}</span>
      <span className="neighbour-title" dir="auto">
        {titleOf(post)}
      </span>
    </Link>
  );
}
