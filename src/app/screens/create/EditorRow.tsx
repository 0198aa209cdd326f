import type { ReactNode } from 'react';
import { QuietButton } from '../../components/QuietButton.tsx';

interface EditorRowProps {
  /** Says whether the draft is saved, or being sent. */
  status: ReactNode;
  /** Messages for the author. */
  alerts: (string | undefined)[];
  isPreviewed: boolean;
  setIsPreviewed: (isPreviewed: boolean) => void;
  /** The label of the button that submits. */
  action: string;
  isReadOnly: boolean;
}

/** The row below the fields: the draft's status, Write and Preview, and the button that submits. */
export function EditorRow({ status, alerts, isPreviewed, setIsPreviewed, action, isReadOnly }: EditorRowProps) {
  return (
    <div className="editor-row stack">
      {status}
      {alerts.map(
        (words) =>
          words !== undefined && (
            <p key={words} role="alert">
              {words}
            </p>
          ),
      )}
      <div className="editor-buttons heading-line">
        <div className="editor-modes">
          {[false, true].map((shows) => (
            <QuietButton key={String(shows)} aria-pressed={isPreviewed === shows} onClick={() => setIsPreviewed(shows)}>
              {shows ? 'Preview' : 'Write'}
            </QuietButton>
          ))}
        </div>
        <button type="submit" className="button" aria-disabled={isReadOnly}>
          {action}
        </button>
      </div>
    </div>
  );
}
