import { useEffect, useState } from 'react';
import { discardUnlessHeld } from '../../../data/draft-tab.ts';
import { type Draft, readDrafts, restoreDraft } from '../../../data/drafts.ts';
import { authorOf, session } from '../../../data/session.ts';
import { ageOf } from '../../parts/age.ts';
import { titleOf } from '../../parts/titleOf.ts';
import { attemptFailed, useAttempt } from '../../parts/useAttempt.ts';
import type { Opening } from '../../parts/useDraft.ts';
import { useStore } from '../../parts/useStore.ts';

interface DraftListProps {
  /** The draft in the form, which is not among the earlier ones. */
  current: string;
  open: (id: string) => Promise<Opening>;
}

type Message = { text: string; discarded?: Draft };

/** Earlier drafts: what they are, and how to get them back or rid of them. */
export function DraftList({ current, open }: DraftListProps) {
  const author = authorOf(useStore(session));
  const [listed, setListed] = useState<{ drafts: Draft[]; at: number }>({ drafts: [], at: 0 });
  const [message, setMessage] = useState<Message>();
  const [hasFailed, attempt] = useAttempt();

  const read = async () => {
    try {
      setListed({ drafts: await readDrafts(author), at: Date.now() });
    } catch (error) {
      console.error('Earlier drafts could not be read.', error);
    }
  };
  useEffect(() => {
    readDrafts(author).then(
      (drafts) => setListed({ drafts, at: Date.now() }),
      (error) => console.error('Earlier drafts could not be read.', error),
    );
  }, [author]);

  const discard = async (draft: Draft) => {
    if (!(await discardUnlessHeld(draft)))
      return setMessage({ text: `“${titleOf(draft.post)}” is open in another tab.` });
    setMessage({ text: `Discarded “${titleOf(draft.post)}”.`, discarded: draft });
    await read();
  };
  const takeBack = async (draft: Draft) => {
    await restoreDraft(draft);
    setMessage({ text: `“${titleOf(draft.post)}” is back.` });
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
        {hasFailed ? <p>{attemptFailed}</p> : message && <p>{message.text}</p>}
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
                {ageOf(draft.savedAt, listed.at)} · {draft.post.content.length.toLocaleString()} characters
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
