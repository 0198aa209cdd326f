import { pagePaths } from '../../contract/paths.ts';
import { Link } from '../components/Link.tsx';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';

export function NotFound() {
  useDocumentTitle('Not Found');
  return (
    <div className="column center">
      <h1>Not Found</h1>
      <p>There is no page at this address. It may have moved, or the link has a typo.</p>
      <p>
        <Link className="button" to={pagePaths.home}>
          Read all blogs
        </Link>
      </p>
    </div>
  );
}
