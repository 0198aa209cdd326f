import { Link } from 'react-router-dom';
import { pagePaths } from '../../contract/paths.ts';
import { useTitle } from '../parts/useTitle.ts';

export function NotFound() {
  useTitle('Not Found');
  return (
    <div className="column center">
      <h1>Not Found</h1>
      <p>There is no page at this address. It may have moved, or the link has a slip in it.</p>
      <p>
        <Link className="button" to={pagePaths.home}>
          Read all blogs
        </Link>
      </p>
    </div>
  );
}
