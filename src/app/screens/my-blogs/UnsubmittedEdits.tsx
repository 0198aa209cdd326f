import { pagePaths } from '../../../contract/paths.ts';
import { isEdit } from '../../../writing/post-record.ts';
import { shownWriting } from '../../../writing/shown-writing.ts';
import { Link } from '../../components/Link.tsx';
import { useObservable } from '../../hooks/useObservable.ts';
import { textOfRecord } from '../../text/text-of-record.ts';
import { titleOf } from '../../text/title-of.ts';

/** Edits that were begun and not submitted. The card of a post that was deleted leads to its edit no more. */
export function UnsubmittedEdits() {
  const drafts = useObservable(shownWriting).filter(({ record, state }) => state.kind === 'draft' && isEdit(record));
  if (drafts.length === 0) return null;
  return (
    <section className="waiting" aria-labelledby="unsubmitted-heading">
      <h2 id="unsubmitted-heading">Changes not submitted yet</h2>
      <ul className="slips">
        {drafts.map(({ record }) => (
          <li key={record.id} className="slip">
            <h3>{titleOf(textOfRecord(record))}</h3>
            <div className="slip-actions">
              <Link className="button" to={pagePaths.edit(record.postId ?? '')}>
                Go on editing <span className="visually-hidden">{titleOf(textOfRecord(record))}</span>
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
