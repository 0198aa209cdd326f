import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { imagesNamedIn } from '../../../contract/named-images.ts';
import { pagePaths } from '../../../contract/paths.ts';
import { publishAnyway, retryEntry } from '../../../data/outbox/entry-actions.ts';
import {
  actionsOf,
  type EntryAction,
  isWaitingBehind,
  type MyOutbox,
  myOutbox,
} from '../../../data/outbox/my-outbox.ts';
import type { OutboxEntry } from '../../../data/outbox/outbox-entry.ts';
import { Link } from '../../components/Link.tsx';
import { actionFailedMessage, useFailableAction } from '../../hooks/useFailableAction.ts';
import { useObservable } from '../../hooks/useObservable.ts';
import { useOutboxEntries } from '../../hooks/useOutboxEntries.ts';
import { usePendingImages } from '../../hooks/usePendingImages.ts';
import { titleOf } from '../../text/title-of.ts';
import { uploadProgressText } from '../../text/upload-progress-text.ts';

/** The author's outbox entries, each with the actions its state allows. */
export function OutboxEntries() {
  const entries = useOutboxEntries();
  const images = usePendingImages();
  const [outbox] = useState(myOutbox);
  const { discarded, sentFirst, isTooLate } = useObservable(outbox.notices);
  const [hasFailed, attempt] = useFailableAction();
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
            <button type="button" className="button quiet" onClick={() => attempt(outbox.undo)}>
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
              <Actions entry={entry} actions={actionsOf(entry, entries)} outbox={outbox} attempt={attempt} />
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

interface ActionsProps {
  entry: OutboxEntry;
  actions: EntryAction[];
  outbox: MyOutbox;
  attempt: (work: () => Promise<unknown>) => Promise<void>;
}

const buttonNames = {
  'publish anyway': 'Publish as a second post',
  retry: 'Try again',
  'cancel and edit': 'Cancel and edit',
  discard: 'Discard',
  'undo delete': 'Undo delete',
} as const;

function Actions({ entry, actions, outbox, attempt }: ActionsProps) {
  const navigate = useNavigate();
  const { work } = entry;
  const postId = work.kind === 'edit' ? work.postId : undefined;
  const title = <span className="visually-hidden"> {titleOf(work.post)}</span>;
  const does = {
    'publish anyway': () => publishAnyway(entry),
    retry: () => retryEntry(entry),
    async 'cancel and edit'() {
      if (await outbox.edit(entry)) await navigate(postId === undefined ? pagePaths.create : pagePaths.edit(postId));
    },
    discard: () => outbox.discard(entry),
    'undo delete': () => outbox.undoDelete(entry),
  };
  return actions.map((action) =>
    action === 'resolve' ? (
      postId !== undefined && (
        <Link key={action} className="button" to={pagePaths.edit(postId)}>
          Resolve{title}
        </Link>
      )
    ) : (
      <button key={action} type="button" className="button quiet" onClick={() => attempt(does[action])}>
        {buttonNames[action]}
        {title}
      </button>
    ),
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
