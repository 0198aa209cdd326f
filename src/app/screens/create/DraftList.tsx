import { useEffect, useState } from 'react';
import { type Draft, discardDraft, listDrafts, restoreDraft } from '../../../data/drafts.ts';
import { authorOf, session } from '../../../data/session.ts';
import { ageOf } from '../../parts/age.ts';
import { titleOf } from '../../parts/titleOf.ts';
import { useStore } from '../../parts/useStore.ts';
import '../../styles/authoring.css';

interface DraftListProps {
  /** The draft in the form, which is not among the earlier ones. */
  current: string;
  open: (id: string) => Promise<boolean>;
}

type Message = { text: string; discarded?: Draft };

/** Earlier drafts: what they are, and how to get them back or rid of them. */
export function DraftList({ current, open }: DraftListProps) {
  const author = authorOf(useStore(session));
  const [listed, setListed] = useState<{ drafts: Draft[]; at: number }>({ drafts: [], at: 0 });
  const [message, setMessage] = useState<Message>();

  const read = async () => {
    try {
      setListed({ drafts: await listDrafts(author), at: Date.now() });
    } catch (error) {
      console.error('Earlier drafts could not be read.', error);
    }
  };
  useEffect(() => {
    listDrafts(author).then(
      (drafts) => setListed({ drafts, at: Date.now() }),
      (error) => console.error('Earlier drafts could not be read.', error),
    );
  }, [author]);

  const discard = async (draft: Draft) => {
    await discardDraft(draft);
    setMessage({ text: `Discarded “${titleOf(draft.post)}”.`, discarded: draft });
    await read();
  };
  const takeBack = async (draft: Draft) => {
    await restoreDraft(draft);
    setMessage({ text: `“${titleOf(draft.post)}” is back.` });
    await read();
  };
  const openDraft = async (draft: Draft) => {
    if (!(await open(draft.id))) setMessage({ text: `“${titleOf(draft.post)}” is open in another tab.` });
  };

  const drafts = listed.drafts.filter(({ id }) => id !== current);
  if (drafts.length === 0 && !message) return null;
  return (
    <section className="drafts" aria-labelledby="drafts-heading">
      <h2 id="drafts-heading">Earlier drafts</h2>
      <div className="drafts-message" role="status">
        {message && <p>{message.text}</p>}
        {message?.discarded && <TakeBack draft={message.discarded} takeBack={takeBack} />}
      </div>
      <ul className="slips">
        {drafts.map((draft) => (
          <li key={draft.id} className="slip">
            <div>
              <h3>{titleOf(draft.post)}</h3>
              <p className="slip-words">{draft.post.content.slice(0, 200).trim()}</p>
              <p className="slip-facts">
                {draft.origin === 'deleted post' && 'A post you deleted, kept for 30 days · '}
                {ageOf(draft.savedAt, listed.at)} · {draft.post.content.length.toLocaleString()} characters
              </p>
            </div>
            <div className="slip-actions">
              <button type="button" className="button quiet" onClick={() => openDraft(draft)}>
                Open<span className="visually-hidden"> {titleOf(draft.post)}</span>
              </button>
              <button type="button" className="button quiet" onClick={() => discard(draft)}>
                Discard<span className="visually-hidden"> {titleOf(draft.post)}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TakeBack({ draft, takeBack }: { draft: Draft; takeBack: (draft: Draft) => Promise<void> }) {
  return (
    <button type="button" className="button quiet" onClick={() => takeBack(draft)}>
      Undo
    </button>
  );
}
