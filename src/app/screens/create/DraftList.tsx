import { useEffect, useState } from 'react';
import { authorOf, session } from '../../../session/session.ts';
import type { OpenResult } from '../../../writing/forms/create-form.ts';
import { myWriting } from '../../../writing/my-writing.ts';
import type { PostRecord } from '../../../writing/record/post-record.ts';
import { readDrafts } from '../../../writing/record/read-writing.ts';
import { hearWriting } from '../../../writing/record/record-store.ts';
import { QuietButton } from '../../components/QuietButton.tsx';
import { WritingNotices } from '../../components/WritingNotices.tsx';
import { useFailableAction } from '../../hooks/useFailableAction.ts';
import { useObservable } from '../../hooks/useObservable.ts';
import { relativeTime } from '../../text/relative-time.ts';
import { textOfRecord } from '../../text/text-of-record.ts';
import { titleOf } from '../../text/title-of.ts';

interface DraftListProps {
  /** Id of the record in the form, which is not listed. */
  current: string;
  open: (id: string) => Promise<OpenResult>;
}

/** The author's other drafts, to open, discard and restore. */
export function DraftList({ current, open }: DraftListProps) {
  const author = authorOf(useObservable(session));
  const [writing] = useState(myWriting);
  const [listed, setListed] = useState<{ drafts: PostRecord[]; at: number }>({ drafts: [], at: 0 });
  const { discarded, openElsewhere } = useObservable(writing.notices);
  const [notOpened, setNotOpened] = useState<string>();
  const failable = useFailableAction();
  const [hasFailed, attemptAny] = failable;
  const attempt = (work: () => Promise<unknown>) => {
    setNotOpened(undefined);
    return attemptAny(work);
  };

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

  const openDraft = async (draft: PostRecord) => {
    const result = await open(draft.id);
    if (result === 'held elsewhere') setNotOpened(`“${titleOf(textOfRecord(draft))}” is open in another tab.`);
    if (result === 'would lose what is shown')
      setNotOpened('Your current text is not saved on this device and would be lost.');
  };

  const drafts = listed.drafts.filter(({ id }) => id !== current);
  if (drafts.length === 0 && !discarded && !openElsewhere && !notOpened && !hasFailed) return null;
  return (
    <section className="stack" aria-labelledby="drafts-heading">
      <h2 id="drafts-heading">Drafts</h2>
      <WritingNotices writing={writing} failable={failable}>
        {notOpened}
      </WritingNotices>
      <ul className="slips">
        {drafts.map((draft) => (
          <li key={draft.id} className="slip heading-line">
            <div>
              <h3 dir="auto">{titleOf(textOfRecord(draft))}</h3>
              <p className="slip-words" dir="auto">
                {textOfRecord(draft).content.slice(0, 200).trim()}
              </p>
              <p className="hint">
                {draft.draft?.discarded && 'Discarded, kept for a day · '}
                {draft.draft?.origin === 'deleted post' && 'A post you deleted, kept for 30 days · '}
                {draft.draft?.origin === 'edit of a deleted post' && 'Changes to a post that was deleted elsewhere · '}
                {relativeTime(draft.changedAt, listed.at)} · {textOfRecord(draft).content.length.toLocaleString()}{' '}
                characters
              </p>
            </div>
            <div className="form-actions">
              {draft.draft?.discarded ? (
                <SlipButton name="Restore" draft={draft} onPress={() => attempt(() => writing.takeBack(draft))} />
              ) : (
                <>
                  <SlipButton name="Open" draft={draft} onPress={() => attempt(() => openDraft(draft))} />
                  <SlipButton name="Discard" draft={draft} onPress={() => attempt(() => writing.discard(draft))} />
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SlipButton({ name, draft, onPress }: { name: string; draft: PostRecord; onPress: () => void }) {
  return (
    <QuietButton onClick={onPress}>
      {name} <span className="visually-hidden">{titleOf(textOfRecord(draft))}</span>
    </QuietButton>
  );
}
