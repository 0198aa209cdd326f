import { useEffect, useState } from 'react';
import { persistence } from '../../data/storage/persistence.ts';
import { isUnsaved, type SaveStatus } from '../../writing/form-text.ts';
import type { BackupLocation } from '../../writing/tab-backup.ts';
import { useObservable } from '../hooks/useObservable.ts';

const words: Record<SaveStatus, string> = {
  'nothing to keep': '',
  saving: 'Saving…',
  saved: 'Saved on this device',
  'no room': 'Not saved: this device has no room',
  impossible: 'Not saved: this browser keeps nothing here',
  'taken over': '',
};

const asideWords: Record<BackupLocation, string> = {
  tab: '. It stays in this tab, and goes when you close the tab.',
  page: '. It goes when you close or reload this page.',
};

/**
 * Shows whether the draft on screen is saved. Screen readers announce only the outcome (saved or not saved), and not
 * every "Saving…" while the author types.
 */
export function DraftStatus({ status, backup }: { status: SaveStatus; backup?: BackupLocation | undefined }) {
  const said = words[status] + (backup ? asideWords[backup] : '');
  const [settled, setSettled] = useState(said);
  useEffect(() => {
    if (status !== 'saving') setSettled(said);
  }, [status, said]);
  const promise = useObservable(persistence);
  return (
    <div className="kept-line">
      <p aria-hidden="true" className={isUnsaved(status) ? 'kept-bad' : undefined}>
        {said}
        {status === 'saved' && promise === 'promised' && '. The browser has promised to keep it.'}
        {status === 'saved' && promise === 'not promised' && '. The browser may clear it should space run very short.'}
      </p>
      <p role="status" className="visually-hidden">
        {settled}
      </p>
    </div>
  );
}
