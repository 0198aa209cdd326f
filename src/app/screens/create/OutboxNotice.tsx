import { imagesNamedIn } from '../../../contract/named-images.ts';
import { pagePaths } from '../../../contract/paths.ts';
import type { OutboxEntry } from '../../../data/outbox/outbox-entry.ts';
import { keepsNothing } from '../../../data/storage/records.ts';
import { timeouts } from '../../../data/timeouts.ts';
import { Link } from '../../components/Link.tsx';
import { useObservable } from '../../hooks/useObservable.ts';
import { useOutboxEntries } from '../../hooks/useOutboxEntries.ts';
import { titleOf } from '../../text/title-of.ts';

/** Whether a post waits for the upload of its pictures alone, which its form tells as long as it is there. */
const isUploading = ({ work, tries, confirmedAt }: OutboxEntry): boolean =>
  tries === 0 && Math.abs(Date.now() - confirmedAt) < timeouts.submitTimeoutMs && imagesNamedIn(work.post).length > 0;

/** Says that posts wait in the outbox, or that one may be published already. My Blogs lists all outbox entries. */
export function OutboxNotice() {
  const entries = useOutboxEntries();
  const where = useObservable(keepsNothing) ? 'waiting in this page' : 'saved on this device';
  const posts = entries
    .filter((entry) => entry.state.name === 'waiting' && !isUploading(entry))
    .flatMap(({ work }) => (work.kind === 'publish' ? [work.post] : []));
  const [first] = posts;
  const arrived = entries.find(({ state }) => state.name === 'arrived');
  return (
    <div role="status">
      {first && (
        <p className="banner">
          {posts.length === 1 ? `“${titleOf(first)}” is` : `${posts.length} posts are`} {where} and will be published by{' '}
          {posts.length === 1 ? 'itself' : 'themselves'} as soon as there is a connection. You can go on.{' '}
          <Link to={pagePaths.myBlogs}>See what waits</Link>
        </p>
      )}
      {arrived && (
        <p className="banner">
          A version of “{titleOf(arrived.work.post)}” seems to be published already.{' '}
          <Link to={pagePaths.myBlogs}>Decide what becomes of this one</Link>
        </p>
      )}
    </div>
  );
}
