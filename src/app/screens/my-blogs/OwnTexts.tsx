import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { pagePaths } from '../../../contract/paths.ts';
import { connection } from '../../../device/calls/connection.ts';
import { authorOf, session } from '../../../session/session.ts';
import { actionsOf, type MyWriting, myWriting, type WritingAction } from '../../../writing/my-writing.ts';
import { isEdit, type PostRecord } from '../../../writing/record/post-record.ts';
import type { RecordState, ShownRecord } from '../../../writing/record/record-state.ts';
import { shownWriting } from '../../../writing/record/shown-writing.ts';
import { rememberInTab } from '../../../writing/record/tab-text.ts';
import { Link } from '../../components/Link.tsx';
import { QuietButton } from '../../components/QuietButton.tsx';
import { Slip } from '../../components/Slip.tsx';
import { WritingNotices } from '../../components/WritingNotices.tsx';
import { useFailableAction } from '../../hooks/useFailableAction.ts';
import { useObservable } from '../../hooks/useObservable.ts';
import { usePending } from '../../hooks/usePending.ts';
import { relativeTime } from '../../text/relative-time.ts';
import { textOfRecord } from '../../text/text-of-record.ts';
import { titleOf } from '../../text/title-of.ts';
import { tooLongWords } from '../../text/too-long.ts';

/** Lists pending changes, then drafts and unsaved edits, each with the actions that its state allows. */
export function OwnTexts() {
  const waiting = usePending();
  const drafts = useObservable(shownWriting).filter(
    ({ record, state }) => state.kind === 'draft' && record.draft?.origin === undefined,
  );
  const isAway = useObservable(connection) === 'away';
  const [writing] = useState(myWriting);
  const { discarded, openElsewhere, isTooLate } = useObservable(writing.notices);
  const failable = useFailableAction();
  const [, attempt] = failable;
  if (waiting.length + drafts.length === 0 && !discarded && !isTooLate && !openElsewhere) return null;
  return (
    <section className="stack" aria-label="Not published yet">
      <WritingNotices writing={writing} failable={failable} />
      <ul className="slips">
        {waiting.map(({ record, state }) => (
          <Slip key={record.id} heading={<Title record={record} />} facts={wordsFor(record, state, isAway)}>
            {state.kind === 'needs login' && (
              <Link className="button" to={pagePaths.login}>
                Login
              </Link>
            )}
            <Actions shown={{ record, state }} writing={writing} attempt={attempt} />
          </Slip>
        ))}
        {drafts.map(({ record }) => (
          <Slip
            key={record.id}
            heading={<Title record={record} />}
            facts={`${isEdit(record) ? 'Unsaved changes' : 'Draft'} · ${relativeTime(record.changedAt, Date.now())}`}
          >
            <DraftActions record={record} discard={() => attempt(() => writing.discard(record))} />
          </Slip>
        ))}
      </ul>
    </section>
  );
}

const Title = ({ record }: { record: PostRecord }) => <h2 dir="auto">{titleOf(textOfRecord(record))}</h2>;

/** Returns the verb for a record's pending change. */
const verbOf = (record: PostRecord): string =>
  record.pending?.kind === 'delete' ? 'Deletes' : isEdit(record) ? 'Saves' : 'Publishes';

function DraftActions({ record, discard }: { record: PostRecord; discard: () => void }) {
  const navigate = useNavigate();
  const title = <span className="visually-hidden"> {titleOf(textOfRecord(record))}</span>;
  const open = () => {
    rememberInTab(authorOf(session.get()), record.id);
    void navigate(pagePaths.create);
  };
  return (
    <>
      {isEdit(record) ? (
        <Link className="button" to={pagePaths.edit(record.postId ?? '')}>
          Continue editing{title}
        </Link>
      ) : (
        <button type="button" className="button" onClick={open}>
          Open{title}
        </button>
      )}
      <QuietButton onClick={discard}>
        {isEdit(record) ? 'Discard changes' : 'Discard'}
        {title}
      </QuietButton>
    </>
  );
}

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
      <QuietButton key={action} onClick={() => attempt(does[action])}>
        {action === 'discard' && isEdit(record) ? 'Discard changes' : buttonNames[action]}
        {title}
      </QuietButton>
    ),
  );
}

function wordsFor(record: PostRecord, state: RecordState, isAway: boolean): string {
  switch (state.kind) {
    case 'waiting':
      return (
        (record.pending?.kind === 'text' ? tooLongWords(record.pending.text) : undefined) ??
        (isAway || state.mayBePublished ? `${verbOf(record)} when you’re online` : 'Sending…')
      );
    case 'needs login':
      return `${verbOf(record)} when you log in again`;
    case 'refused':
      return state.image === undefined
        ? `Refused by the server (${state.status})`
        : `The server refused a picture (${state.status}). Cancel, and remove or replace it.`;
    case 'published':
      return 'A version of it may be published already';
    case 'conflict':
      return 'Changed here and elsewhere. Both texts are kept until you decide.';
    case 'draft':
    case 'discarded':
    case 'done':
      return '';
  }
}
