import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { pagePaths } from '../../../contract/paths.ts';
import type { Post } from '../../../contract/posts.ts';
import { type Neighbours, neighboursOf } from '../../../data/copies/neighbours.ts';
import { titleOf } from '../../parts/titleOf.ts';

/** The posts beside this one in the list, where the device knows the list. */
export function NeighbourLinks({ id }: { id: string }) {
  const [neighbours, setNeighbours] = useState<Neighbours>();
  useEffect(() => {
    let isCurrent = true;
    neighboursOf(id).then(
      (found) => isCurrent && setNeighbours(found),
      (error) => console.error('The posts beside this one could not be looked up.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  if (!neighbours?.previous && !neighbours?.next) return null;
  return (
    <nav className="neighbours" aria-label="More posts">
      <Neighbour label="Previous" post={neighbours.previous} />
      <Neighbour label="Next" post={neighbours.next} />
    </nav>
  );
}

function Neighbour({ label, post }: { label: string; post: Post | undefined }) {
  if (!post) return null;
  return (
    <Link className={`neighbour ${label.toLowerCase()}`} to={pagePaths.blog(post._id)}>
      <span className="neighbour-label">{label}</span>
      <span className="neighbour-title" dir="auto">
        {titleOf(post)}
      </span>
    </Link>
  );
}
