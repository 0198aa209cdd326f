import { pagePaths } from '../../../contract/paths.ts';
import { keepsNothing } from '../../../data/storage/records.ts';
import { Link } from '../../components/Link.tsx';
import { useObservable } from '../../hooks/useObservable.ts';
import { useWaiting } from '../../hooks/useWriting.ts';
import { textOfRecord } from '../../text/text-of-record.ts';
import { titleOf } from '../../text/title-of.ts';

interface WaitingNoticeProps {
  /** Ids of records that tell themselves how far they are. */
  except: (string | undefined)[];
}

/** Says that posts wait to be published, or that one may be published already. My Blogs lists all that waits. */
export function WaitingNotice({ except }: WaitingNoticeProps) {
  const waiting = useWaiting().filter(({ record }) => !except.includes(record.id));
  const where = useObservable(keepsNothing) ? 'waiting in this page' : 'saved on this device';
  const posts = waiting.filter(({ state }) => state.kind === 'waiting' && state.submits === 'post');
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
          A version of “{titleOf(textOfRecord(published.record))}” seems to be published already.{' '}
          <Link to={pagePaths.myBlogs}>Decide what becomes of this one</Link>
        </p>
      )}
    </div>
  );
}
