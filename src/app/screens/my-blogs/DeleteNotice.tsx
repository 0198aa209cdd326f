import { useNavigate } from 'react-router-dom';
import { pagePaths } from '../../../contract/paths.ts';
import { rememberInTab } from '../../../writing/record/tab-text.ts';
import { QuietButton } from '../../components/QuietButton.tsx';

/** The outcome of the last delete. Only a pending delete (`waiting`) can be undone. */
export type LastDelete = { kind: 'taken'; draft?: string | undefined } | { kind: 'waiting'; undo: () => void };

/** Shows the outcome of a delete. The notice is in view, however far the list is scrolled. */
export function DeleteNotice({ last, author }: { last: LastDelete | undefined; author: string }) {
  const navigate = useNavigate();
  const open = (draft: string) => {
    rememberInTab(author, draft);
    void navigate(pagePaths.create);
  };
  const draft = last?.kind === 'taken' ? last.draft : undefined;
  return (
    <div className="delete-notice heading-line" role="status">
      {last && <p>{last.kind === 'waiting' ? waiting : draft === undefined ? 'Deleted.' : keptInDrafts}</p>}
      {draft !== undefined && <QuietButton onClick={() => open(draft)}>Open</QuietButton>}
      {last?.kind === 'waiting' && <QuietButton onClick={last.undo}>Undo</QuietButton>}
    </div>
  );
}

const keptInDrafts = 'Deleted. Its text is kept in Drafts for 30 days.';
const waiting = 'Deletes when you’re online.';
