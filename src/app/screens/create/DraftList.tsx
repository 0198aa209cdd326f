import { useEffect, useState } from 'react';
import { readAllDrafts, restoreListedDraft } from '../../../data/drafts/all-drafts.ts';
import type { OpenResult } from '../../../data/drafts/draft-form.ts';
import type { Draft } from '../../../data/drafts/drafts.ts';
import { discardUnlessHeld } from '../../../data/drafts/tab-draft.ts';
import { authorOf, session } from '../../../data/session/session.ts';
import { actionFailedMessage, useFailableAction } from '../../hooks/useFailableAction.ts';
import { useObservable } from '../../hooks/useObservable.ts';
import { relativeTime } from '../../text/relative-time.ts';
import { titleOf } from '../../text/title-of.ts';

interface DraftListProps {
  /** Id of the draft in the form, which is not listed. */
  current: string;
  /** The post whose edits are listed; without it, the texts of posts that are not published. */
  postId: string | undefined;
  open: (id: string) => Promise<OpenResult>;
}

type Message = { text: string; discarded?: Draft };

/** The author's earlier drafts, to open, discard and restore. */
export function DraftList({ current, postId, open }: DraftListProps) {
  const author = authorOf(useObservable(session));
  const [listed, setListed] = useState<{ drafts: Draft[]; at: number }>({ drafts: [], at: 0 });
  const [message, setMessage] = useState<Message>();
  const [hasFailed, attempt] = useFailableAction();

  const read = async () => setListed({ drafts: await readAllDrafts(author, postId), at: Date.now() });
  useEffect(() => {
    let isCurrent = true;
    void readAllDrafts(author, postId).then((drafts) => isCurrent && setListed({ drafts, at: Date.now() }));
    return () => {
      isCurrent = false;
    };
  }, [author, postId]);

  const discard = async (draft: Draft) => {
    if (!(await discardUnlessHeld(draft)))
      return setMessage({ text: `“${titleOf(draft.post)}” is open in another tab.` });
    setMessage({ text: `Discarded “${titleOf(draft.post)}”.`, discarded: draft });
    await read();
  };
  const takeBack = async (draft: Draft) => {
    const isBack = await restoreListedDraft(draft);
    const text = isBack ? 'is back.' : 'is not here any more: another tab has taken it back, or its day is over.';
    setMessage({ text: `“${titleOf(draft.post)}” ${text}` });
    await read();
  };
  const openDraft = async (draft: Draft) => {
    switch (await open(draft.id)) {
      case 'opened':
        break;
      case 'held elsewhere':
        setMessage({ text: `“${titleOf(draft.post)}” is open in another tab.` });
        break;
      case 'would lose what is shown':
        setMessage({ text: 'What you are writing is not saved on this device, and would be lost.' });
        break;
    }
  };

  const drafts = listed.drafts.filter(({ id }) => id !== current);
  if (drafts.length === 0 && !message && !hasFailed) return null;
  return (
    <section className="drafts" aria-labelledby="drafts-heading">
      <h2 id="drafts-heading">Earlier drafts</h2>
      <div className="drafts-message" role="status">
        {hasFailed ? <p>{actionFailedMessage}</p> : message && <p>{message.text}</p>}
        {message?.discarded && (
          <SlipButton name="Undo" draft={message.discarded} onPress={(draft) => attempt(() => takeBack(draft))} />
        )}
      </div>
      <ul className="slips">
        {drafts.map((draft) => (
          <li key={draft.id} className="slip">
            <div>
              <h3>{titleOf(draft.post)}</h3>
              <p className="slip-words">{draft.post.content.slice(0, 200).trim()}</p>
              <p className="slip-facts">
                {draft.discardedAt !== undefined && 'Discarded, kept for a day · '}
                {draft.origin === 'deleted post' && 'A post you deleted, kept for 30 days · '}
                {draft.origin === 'edit of a deleted post' && 'Changes to a post that was deleted elsewhere · '}
                {relativeTime(draft.savedAt, listed.at)} · {draft.post.content.length.toLocaleString()} characters
              </p>
            </div>
            <div className="slip-actions">
              {draft.discardedAt !== undefined ? (
                <SlipButton name="Take back" draft={draft} onPress={(chosen) => attempt(() => takeBack(chosen))} />
              ) : (
                <>
                  <SlipButton name="Open" draft={draft} onPress={(chosen) => attempt(() => openDraft(chosen))} />
                  <SlipButton name="Discard" draft={draft} onPress={(chosen) => attempt(() => discard(chosen))} />
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SlipButtonProps {
  name: string;
  draft: Draft;
  onPress: (draft: Draft) => Promise<void>;
}

function SlipButton({ name, draft, onPress }: SlipButtonProps) {
  return (
    <button type="button" className="button quiet" onClick={() => onPress(draft)}>
      {name} <span className="visually-hidden">{titleOf(draft.post)}</span>
    </button>
  );
}
