import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { pagePaths } from '../../../contract/paths.ts';
import { backToForm, discard, putBack, tryAgain } from '../../../data/outbox/actions.ts';
import type { Entry } from '../../../data/outbox/entry.ts';
import { tabKeys } from '../../../data/storage.ts';
import { titleOf } from '../../parts/titleOf.ts';
import { attemptFailed, useAttempt } from '../../parts/useAttempt.ts';
import { useWaiting } from '../../parts/useWaiting.ts';

/** What waits to be sent, and what its author can do about it. */
export function Waiting() {
  const entries = useWaiting();
  const [discarded, setDiscarded] = useState<Entry>();
  const [hasFailed, attempt] = useAttempt();
  const drop = async (entry: Entry) => setDiscarded(await discard(entry));
  const takeBack = async (entry: Entry) => {
    await putBack(entry);
    setDiscarded(undefined);
  };
  if (entries.length === 0 && !discarded) return null;
  return (
    <section className="waiting" aria-labelledby="waiting-heading">
      <h2 id="waiting-heading">Waiting on this device</h2>
      <div className="drafts-message" role="status">
        {hasFailed && <p>{attemptFailed}</p>}
        {discarded && (
          <>
            <p>Discarded “{titleOf(discarded.work.post)}”.</p>
            <button type="button" className="button quiet" onClick={() => attempt(() => takeBack(discarded))}>
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
                {entry.work.kind === 'delete' ? 'To be deleted' : 'To be published'} · {wordsFor(entry)}
              </p>
            </div>
            <div className="slip-actions">
              {entry.state.name === 'needs login' && (
                <Link className="button" to={pagePaths.login}>
                  Login
                </Link>
              )}
              {entry.state.name !== 'sending' && <Actions entry={entry} drop={drop} attempt={attempt} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ActionsProps {
  entry: Entry;
  drop: (entry: Entry) => Promise<void>;
  attempt: (work: () => Promise<unknown>) => Promise<void>;
}

function Actions({ entry, drop, attempt }: ActionsProps) {
  const navigate = useNavigate();
  const title = <span className="visually-hidden"> {titleOf(entry.work.post)}</span>;
  const edit = async () => {
    const draftId = await backToForm(entry);
    if (draftId === undefined) return;
    sessionStorage.setItem(tabKeys.draft(entry.userId), draftId);
    await navigate(pagePaths.create);
  };
  return (
    <>
      <button type="button" className="button quiet" onClick={() => attempt(() => tryAgain(entry))}>
        Try again{title}
      </button>
      {entry.work.kind === 'publish' ? (
        <>
          <button type="button" className="button quiet" onClick={() => attempt(edit)}>
            Cancel and edit{title}
          </button>
          <button type="button" className="button quiet" onClick={() => attempt(() => drop(entry))}>
            Discard{title}
          </button>
        </>
      ) : (
        <button type="button" className="button quiet" onClick={() => attempt(() => discard(entry))}>
          Undo delete{title}
        </button>
      )}
    </>
  );
}

function wordsFor({ state, tries }: Entry): string {
  switch (state.name) {
    case 'sending':
      return 'being sent…';
    case 'waiting':
      return tries === 0 ? 'about to be sent' : 'waits for a connection and goes by itself';
    case 'needs login':
      return 'waits for you to log in again';
    case 'refused':
      return `refused by the server (${state.status})`;
  }
}
