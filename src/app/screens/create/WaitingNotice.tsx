import { pagePaths } from '../../../contract/paths.ts';
import { keepsNothing } from '../../../device/storage/record-database.ts';
import { Link } from '../../components/Link.tsx';
import { useObservable } from '../../hooks/useObservable.ts';
import { useWaiting } from '../../hooks/useWriting.ts';
import { textOfRecord } from '../../text/text-of-record.ts';
import { titleOf } from '../../text/title-of.ts';
import { tooLongWords } from '../../text/too-long.ts';

interface WaitingNoticeProps {
  /** Id of the record in the form, which tells itself how far it is. */
  inForm: string | undefined;
  /** Id of the record that was submitted last, whose card says that it waits. */
  submitted: string | undefined;
}

/** Says that posts wait to be published, or that one may be published already. My Blogs lists all that waits. */
export function WaitingNotice({ inForm, submitted }: WaitingNoticeProps) {
  const waiting = useWaiting().filter(({ record }) => record.id !== inForm);
  const where = useObservable(keepsNothing) ? 'waiting in this page' : 'saved on this device';
  const posts = waiting.filter(
    ({ record, state }) =>
      record.id !== submitted &&
      state.kind === 'waiting' &&
      state.submits === 'post' &&
      !tooLongWords(textOfRecord(record)),
  );
  const [first] = posts;
  const published = waiting.find(({ state }) => state.kind === 'published');
  return (
    <div role="status">
      {first && (
        <p className="banner">
          {posts.length === 1
            ? `“${titleOf(textOfRecord(first.record))}” is ${where} and publishes`
            : `${posts.length} posts are ${where} and publish`}{' '}
          when you’re online. <Link to={pagePaths.myBlogs}>See what waits</Link>
        </p>
      )}
      {published && (
        <p className="banner">
          A version of “{titleOf(textOfRecord(published.record))}” may be published already.{' '}
          <Link to={pagePaths.myBlogs}>Decide in My Blogs</Link>
        </p>
      )}
    </div>
  );
}
