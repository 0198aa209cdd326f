import { useEffect, useState } from 'react';
import { isUnsaved, type SaveStatus } from '../../writing/forms/typed-text.ts';
import type { BackupLocation } from '../../writing/record/tab-backup.ts';

const words: Record<SaveStatus, string> = {
  'nothing to keep': '',
  saving: 'Saving…',
  saved: 'Draft saved on this device.',
  'no room': 'Not saved: this device has no room',
  impossible: 'Not saved: this browser keeps nothing here',
  'taken over': '',
};

const asideWords: Record<BackupLocation, string> = {
  tab: '. It stays in this tab, and is lost when you close it.',
  page: '. It is lost when you close or reload this page.',
};

interface DraftStatusProps {
  status: SaveStatus;
  backup?: BackupLocation | undefined;
  /** Shown instead of the status while the draft is being sent. */
  underWay?: string | undefined;
}

/**
 * Shows whether the draft on screen is saved. Screen readers announce only the outcome (saved or not saved), and not
 * every "Saving…" while the author types.
 */
export function DraftStatus({ status, backup, underWay }: DraftStatusProps) {
  const said = underWay ?? words[status] + (backup ? asideWords[backup] : '');
  const [settled, setSettled] = useState(said);
  useEffect(() => {
    if (status !== 'saving' || underWay !== undefined) setSettled(said);
  }, [status, said, underWay]);
  return (
    <div className="hint kept-line">
      <p aria-hidden="true" className={underWay === undefined && isUnsaved(status) ? 'kept-bad' : undefined}>
        {said}
      </p>
      <p role="status" className="visually-hidden">
        {settled}
      </p>
    </div>
  );
}
