import { pagePaths } from '../../../contract/paths.ts';
import { Link } from '../../components/Link.tsx';
import { usePending } from '../../hooks/usePending.ts';
import { textOfRecord } from '../../text/text-of-record.ts';
import { titleOf } from '../../text/title-of.ts';

/**
 * Warns that a text other than the form's may be published already. Other pending texts need no warning: the navigation
 * bar counts them.
 *
 * @param inForm id of the record in the form, which shows its own progress
 */
export function DoubtNotice({ inForm }: { inForm: string | undefined }) {
  const published = usePending().find(({ record, state }) => record.id !== inForm && state.kind === 'published');
  return (
    <div role="status">
      {published && (
        <p className="banner">
          A version of “{titleOf(textOfRecord(published.record))}” may be published already.{' '}
          <Link to={pagePaths.myBlogs}>Decide in My Blogs</Link>
        </p>
      )}
    </div>
  );
}
