import { useEffect, useState } from 'react';
import { pagePaths } from '../../../contract/paths.ts';
import { listEditDrafts } from '../../../data/drafts/drafts.ts';
import { Link } from '../../components/Link.tsx';
import { titleOf } from '../../text/title-of.ts';

/** Edits that were begun and not submitted. The card of a post that was deleted leads to its edit no more. */
export function UnsubmittedEdits({ userId }: { userId: string }) {
  const [drafts, setDrafts] = useState<Awaited<ReturnType<typeof listEditDrafts>>>([]);
  useEffect(() => {
    let isCurrent = true;
    listEditDrafts(userId).then(
      (found) => isCurrent && setDrafts(found),
      (error) => console.error('Could not read the edits that are not submitted; none are listed.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [userId]);
  if (drafts.length === 0) return null;
  return (
    <section className="waiting" aria-labelledby="unsubmitted-heading">
      <h2 id="unsubmitted-heading">Changes not submitted yet</h2>
      <ul className="slips">
        {drafts.map(({ id, post, edit }) => (
          <li key={id} className="slip">
            <h3>{titleOf(post)}</h3>
            <div className="slip-actions">
              <Link className="button" to={pagePaths.edit(edit.postId)}>
                Go on editing <span className="visually-hidden">{titleOf(post)}</span>
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
