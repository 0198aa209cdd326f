import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { imagesNamedIn } from '../../../contract/named-images.ts';
import { pagePaths } from '../../../contract/paths.ts';
import { connection } from '../../../data/api/connection.ts';
import { actionsOf, type MyWriting, myWriting, type WritingAction } from '../../../writing/my-writing.ts';
import { isEdit, type PostRecord } from '../../../writing/post-record.ts';
import type { RecordState } from '../../../writing/record-state.ts';
import type { ShownRecord } from '../../../writing/record-store.ts';
import { Link } from '../../components/Link.tsx';
import { actionFailedMessage, useFailableAction } from '../../hooks/useFailableAction.ts';
import { useObservable } from '../../hooks/useObservable.ts';
import { usePendingImages } from '../../hooks/usePendingImages.ts';
import { useWaiting } from '../../hooks/useWriting.ts';
import { textOfRecord } from '../../text/text-of-record.ts';
import { titleOf } from '../../text/title-of.ts';
import { uploadProgressText } from '../../text/upload-progress-text.ts';

/** What the author has submitted and the backend has not confirmed, each with the actions its state allows. */
export function WaitingTexts() {
  const waiting = useWaiting();
  const images = usePendingImages();
  const isAway = useObservable(connection) === 'away';
  const [writing] = useState(myWriting);
  const { discarded, openElsewhere, isTooLate } = useObservable(writing.notices);
  const [hasFailed, attempt] = useFailableAction();
  if (waiting.length === 0 && !discarded && !isTooLate && !openElsewhere) return null;
  return (
    <section className="waiting" aria-labelledby="waiting-heading">
      <h2 id="waiting-heading">Waiting on this device</h2>
      <div className="drafts-message" role="status">
        {hasFailed && <p>{actionFailedMessage}</p>}
        {openElsewhere && <p>“{titleOf(textOfRecord(openElsewhere))}” is open in another tab.</p>}
        {isTooLate && <p>It has been taken back in another tab already.</p>}
        {discarded && (
          <>
            <p>Discarded “{titleOf(textOfRecord(discarded))}”.</p>
            <button type="button" className="button quiet" onClick={() => attempt(() => writing.takeBack(discarded))}>
              Undo
            </button>
          </>
        )}
      </div>
      <ul className="slips">
        {waiting.map(({ record, state }) => (
          <li key={record.id} className="slip">
            <div>
              <h3>{titleOf(textOfRecord(record))}</h3>
              <p className="slip-facts">
                {workOf(record)} · {wordsFor(state, isAway)}
              </p>
              {/* The line is there before it is known what has been sent, so that nothing moves. */}
              {hasPictures(record) && (
                <p className="slip-facts">{uploadProgressText(images.get(record.id)) || '\u00a0'}</p>
              )}
            </div>
            <div className="slip-actions">
              {state.kind === 'needs login' && (
                <Link className="button" to={pagePaths.login}>
                  Login
                </Link>
              )}
              <Actions shown={{ record, state }} writing={writing} attempt={attempt} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const hasPictures = ({ pending }: PostRecord): boolean =>
  pending?.kind === 'text' && imagesNamedIn(pending.text).length > 0;

const workOf = (record: PostRecord): string =>
  record.pending?.kind === 'delete' ? 'To be deleted' : isEdit(record) ? 'Changes to be saved' : 'To be published';

interface ActionsProps {
  shown: ShownRecord;
  writing: MyWriting;
  attempt: (work: () => Promise<unknown>) => Promise<void>;
}

const buttonNames: Record<Exclude<WritingAction, 'resolve'>, string> = {
  'publish too': 'Publish as a second post',
  retry: 'Try again',
  'cancel and edit': 'Cancel and edit',
  discard: 'Discard',
  'undo delete': 'Undo delete',
};

function Actions({ shown, writing, attempt }: ActionsProps) {
  const navigate = useNavigate();
  const { record } = shown;
  const { postId } = record;
  const form = postId === undefined || !isEdit(record) ? pagePaths.create : pagePaths.edit(postId);
  const title = <span className="visually-hidden"> {titleOf(textOfRecord(record))}</span>;
  const does = {
    'publish too': () => writing.publishToo(record),
    retry: () => writing.retry(record),
    async 'cancel and edit'() {
      if (await writing.edit(record)) await navigate(form);
    },
    discard: () => writing.discard(record),
    'undo delete': () => writing.undoDelete(record),
  };
  return actionsOf(shown).map((action) =>
    action === 'resolve' ? (
      <Link key={action} className="button" to={form}>
        Resolve{title}
      </Link>
    ) : (
      <button key={action} type="button" className="button quiet" onClick={() => attempt(does[action])}>
        {buttonNames[action]}
        {title}
      </button>
    ),
  );
}

function wordsFor(state: RecordState, isAway: boolean): string {
  switch (state.kind) {
    case 'waiting':
      return isAway || state.mayBePublished ? 'waits for a connection and goes by itself' : 'about to be sent';
    case 'needs login':
      return 'waits for you to log in again';
    case 'refused':
      return state.image === undefined
        ? `refused by the server (${state.status})`
        : `the server refused a picture (${state.status}): cancel, and take it out or add another`;
    case 'published':
      return 'a version of it seems to be published already';
    case 'conflict':
      return 'the post was changed elsewhere in the same places; both texts are kept until you decide';
    case 'draft':
    case 'discarded':
    case 'done':
      return '';
  }
}
