import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { imagesNamedIn } from '../../../contract/named-images.ts';
import { pagePaths } from '../../../contract/paths.ts';
import { rememberTabDraft } from '../../../data/drafts/tab-draft.ts';
import {
  cancelAndEdit,
  type DiscardedEntry,
  discardEntry,
  publishAnyway,
  retryEntry,
  undoDiscard,
} from '../../../data/outbox/entry-actions.ts';
import { isBehindEdit } from '../../../data/outbox/held-back.ts';
import type { OutboxEntry } from '../../../data/outbox/outbox-entry.ts';
import { Link } from '../../components/Link.tsx';
import { actionFailedMessage, useFailableAction } from '../../hooks/useFailableAction.ts';
import { useOutboxEntries } from '../../hooks/useOutboxEntries.ts';
import { usePendingImages } from '../../hooks/usePendingImages.ts';
import { titleOf } from '../../text/title-of.ts';
import { uploadProgressText } from '../../text/upload-progress-text.ts';

/** The author's outbox entries, each with the actions its state allows. */
export function OutboxEntries() {
  const entries = useOutboxEntries();
  const images = usePendingImages();
  const [discarded, setDiscarded] = useState<DiscardedEntry>();
  const [isTooLate, setIsTooLate] = useState(false);
  const [sentFirst, setSentFirst] = useState<OutboxEntry>();
  const [hasFailed, attempt] = useFailableAction();
  const drop = async (entry: OutboxEntry) => {
    setIsTooLate(false);
    const dropped = await discardEntry(entry);
    setDiscarded(dropped);
    setSentFirst(dropped ? undefined : entry);
  };
  const undo = async (last: DiscardedEntry) => {
    setIsTooLate(!(await undoDiscard(last)));
    setDiscarded(undefined);
  };
  if (entries.length === 0 && !discarded && !isTooLate && !sentFirst) return null;
  return (
    <section className="waiting" aria-labelledby="waiting-heading">
      <h2 id="waiting-heading">Waiting on this device</h2>
      <div className="drafts-message" role="status">
        {hasFailed && <p>{actionFailedMessage}</p>}
        {sentFirst && <p>“{titleOf(sentFirst.work.post)}” is being sent, or has been sent or taken back just now.</p>}
        {isTooLate && <p>It has been taken back in another tab already.</p>}
        {discarded && (
          <>
            <p>Discarded “{titleOf(discarded.entry.work.post)}”.</p>
            <button type="button" className="button quiet" onClick={() => attempt(() => undo(discarded))}>
              Undo
            </button>
          </>
        )}
      </div>
      <ul className="slips">
        {entries.map((entry) => (
          <li key={entry.id} className="slip">
            <div>
              <h3>{titleOf(entry.work.post)}</h3>
              <p className="slip-facts">
                {workWords[entry.work.kind]} · {isWaitingBehind(entry, entries) ? waitsBehind : wordsFor(entry)}
              </p>
              {/* The line is there before it is known what has been sent, so that nothing moves. */}
              {hasPictures(entry) && (
                <p className="slip-facts">{uploadProgressText(images.get(entry.id)) || '\u00a0'}</p>
              )}
            </div>
            <div className="slip-actions">
              {entry.state.name === 'needs login' && (
                <Link className="button" to={pagePaths.login}>
                  Login
                </Link>
              )}
              <Actions
                entry={entry}
                isBehind={isWaitingBehind(entry, entries)}
                drop={drop}
                attempt={attempt}
                setSentFirst={setSentFirst}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const hasPictures = ({ work }: OutboxEntry): boolean => work.kind !== 'delete' && imagesNamedIn(work.post).length > 0;

const workWords = { publish: 'To be published', edit: 'Changes to be saved', delete: 'To be deleted' } as const;

const waitsBehind = 'waits for the earlier changes to this post';

/** Such an entry is not sent before the other one is, however often it is tried. */
const isWaitingBehind = (entry: OutboxEntry, entries: OutboxEntry[]): boolean =>
  entry.state.name === 'waiting' && isBehindEdit(entry, entries);

interface ActionsProps {
  entry: OutboxEntry;
  isBehind: boolean;
  drop: (entry: OutboxEntry) => Promise<void>;
  attempt: (work: () => Promise<unknown>) => Promise<void>;
  setSentFirst: (entry: OutboxEntry | undefined) => void;
}

/**
 * While the entry is being sent they stay, and wait for the end of that: a button that went for the moment of each
 * attempt would take a press, and the focus, along.
 */
function Actions({ entry, isBehind, drop, attempt, setSentFirst }: ActionsProps) {
  const navigate = useNavigate();
  const title = <span className="visually-hidden"> {titleOf(entry.work.post)}</span>;
  const edit = async () => {
    const draftId = await cancelAndEdit(entry);
    setSentFirst(draftId === undefined ? entry : undefined);
    if (draftId === undefined) return;
    const postId = entry.work.kind === 'edit' ? entry.work.postId : undefined;
    rememberTabDraft(entry.userId, draftId, postId);
    await navigate(postId === undefined ? pagePaths.create : pagePaths.edit(postId));
  };
  const undoDelete = async () => setSentFirst((await discardEntry(entry)) ? undefined : entry);
  return (
    <>
      {entry.state.name === 'arrived' ? (
        <button type="button" className="button quiet" onClick={() => attempt(() => publishAnyway(entry))}>
          Publish as a second post{title}
        </button>
      ) : entry.state.name === 'conflict' && entry.work.kind === 'edit' ? (
        <Link className="button" to={pagePaths.edit(entry.work.postId)}>
          Resolve{title}
        </Link>
      ) : entry.state.name === 'sending' || isBehind ? null : (
        <button type="button" className="button quiet" onClick={() => attempt(() => retryEntry(entry))}>
          Try again{title}
        </button>
      )}
      {entry.work.kind !== 'delete' ? (
        <>
          {entry.state.name !== 'conflict' && (
            <button type="button" className="button quiet" onClick={() => attempt(edit)}>
              Cancel and edit{title}
            </button>
          )}
          <button type="button" className="button quiet" onClick={() => attempt(() => drop(entry))}>
            Discard{title}
          </button>
        </>
      ) : (
        <button type="button" className="button quiet" onClick={() => attempt(undoDelete)}>
          Undo delete{title}
        </button>
      )}
    </>
  );
}

function wordsFor({ state, tries }: OutboxEntry): string {
  switch (state.name) {
    case 'sending':
      return 'being sent…';
    case 'waiting':
      return tries === 0 ? 'about to be sent' : 'waits for a connection and goes by itself';
    case 'needs login':
      return 'waits for you to log in again';
    case 'refused':
      return state.image === undefined
        ? `refused by the server (${state.status})`
        : `the server refused a picture (${state.status}): cancel, and take it out or add another`;
    case 'arrived':
      return 'a version of it seems to be published already';
    case 'conflict':
      return `the post was changed elsewhere in the same places (version ${state.theirs.version}); both texts are kept until you decide`;
  }
}
