import { useEffect, useState } from 'react';
import { authorOf, session } from '../../../session/session.ts';
import type { OpenResult } from '../../../writing/forms/create-form.ts';
import { myWriting } from '../../../writing/my-writing.ts';
import type { PostRecord } from '../../../writing/record/post-record.ts';
import { readDrafts } from '../../../writing/record/read-writing.ts';
import { hearWriting } from '../../../writing/record/record-store.ts';
import { actionFailedMessage, useFailableAction } from '../../hooks/useFailableAction.ts';
import { useObservable } from '../../hooks/useObservable.ts';
import { relativeTime } from '../../text/relative-time.ts';
import { textOfRecord } from '../../text/text-of-record.ts';
import { titleOf } from '../../text/title-of.ts';

interface DraftListProps {
  /** Id of the record in the form, which is not listed. */
  current: string;
  open: (id: string) => Promise<OpenResult>;
}

type Message = { text: string; discarded?: PostRecord };

/** The author's other drafts, to open, discard and restore. */
export function DraftList({ current, open }: DraftListProps) {
  const author = authorOf(useObservable(session));
  const [writing] = useState(myWriting);
  const [listed, setListed] = useState<{ drafts: PostRecord[]; at: number }>({ drafts: [], at: 0 });
  const [message, setMessage] = useState<Message>();
  const [hasFailed, attempt] = useFailableAction();

  useEffect(() => {
    let isCurrent = true;
    const read = () => readDrafts(author).then((drafts) => isCurrent && setListed({ drafts, at: Date.now() }));
    const stop = hearWriting(() => void read());
    void read();
    return () => {
      isCurrent = false;
      stop();
    };
  }, [author]);

  const discard = async (draft: PostRecord) => {
    await writing.discard(draft);
    setMessage(
      writing.notices.get().openElsewhere
        ? { text: `“${titleOf(textOfRecord(draft))}” is open in another tab.` }
        : { text: `Discarded “${titleOf(textOfRecord(draft))}”.`, discarded: draft },
    );
  };
  const takeBack = async (draft: PostRecord) => {
    const isBack = await writing.takeBack(draft);
    const text = isBack ? 'is back.' : 'is gone: it was restored in another tab, or its day is over.';
    setMessage({ text: `“${titleOf(textOfRecord(draft))}” ${text}` });
  };
  const openDraft = async (draft: PostRecord) => {
    switch (await open(draft.id)) {
      case 'opened':
        break;
      case 'held elsewhere':
        setMessage({ text: `“${titleOf(textOfRecord(draft))}” is open in another tab.` });
        break;
      case 'would lose what is shown':
        setMessage({ text: 'Your current text is not saved on this device and would be lost.' });
        break;
    }
  };

  const drafts = listed.drafts.filter(({ id }) => id !== current);
  if (drafts.length === 0 && !message && !hasFailed) return null;
  return (
    <section className="drafts" aria-labelledby="drafts-heading">
      <h2 id="drafts-heading">Drafts</h2>
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
              <h3 dir="auto">{titleOf(textOfRecord(draft))}</h3>
              <p className="slip-words" dir="auto">
                {textOfRecord(draft).content.slice(0, 200).trim()}
              </p>
              <p className="slip-facts">
                {draft.draft?.discarded && 'Discarded, kept for a day · '}
                {draft.draft?.origin === 'deleted post' && 'A post you deleted, kept for 30 days · '}
                {draft.draft?.origin === 'edit of a deleted post' && 'Changes to a post that was deleted elsewhere · '}
                {relativeTime(draft.changedAt, listed.at)} · {textOfRecord(draft).content.length.toLocaleString()}{' '}
                characters
              </p>
            </div>
            <div className="slip-actions">
              {draft.draft?.discarded ? (
                <SlipButton name="Restore" draft={draft} onPress={(chosen) => attempt(() => takeBack(chosen))} />
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
  draft: PostRecord;
  onPress: (draft: PostRecord) => Promise<void>;
}

function SlipButton({ name, draft, onPress }: SlipButtonProps) {
  return (
    <button type="button" className="button quiet" onClick={() => onPress(draft)}>
      {name} <span className="visually-hidden">{titleOf(textOfRecord(draft))}</span>
    </button>
  );
}
