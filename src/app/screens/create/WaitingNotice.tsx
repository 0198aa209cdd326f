import { Link } from 'react-router-dom';
import { pagePaths } from '../../../contract/paths.ts';
import { titleOf } from '../../parts/titleOf.ts';
import { useWaiting } from '../../parts/useWaiting.ts';

/** What the author has pressed and the backend has not taken yet; what needs the author stands in My Blogs. */
export function WaitingNotice() {
  const posts = useWaiting()
    .filter(({ state }) => state.name === 'waiting')
    .flatMap(({ work }) => (work.kind === 'publish' ? [work.post] : []));
  const [first] = posts;
  return (
    <div role="status">
      {first && (
        <p className="banner">
          {posts.length === 1 ? `“${titleOf(first)}” is` : `${posts.length} posts are`} saved on this device and will be
          published by {posts.length === 1 ? 'itself' : 'themselves'} as soon as there is a connection. You can go on.{' '}
          <Link to={pagePaths.myBlogs}>See what waits</Link>
        </p>
      )}
    </div>
  );
}
