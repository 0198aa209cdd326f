import { useEffect, useState } from 'react';
import type { Kept } from '../../data/draft-keeper.ts';
import { persistence } from '../../data/persistence.ts';
import { useStore } from './useStore.ts';

const words: Record<Kept, string> = {
  'nothing to keep': '',
  saving: 'Saving…',
  saved: 'Saved on this device',
  'no room': 'Not saved: this device has no room',
  impossible: 'Not saved: this browser keeps nothing here',
};

/**
 * Whether what is shown is kept, true at every moment. A screen reader hears of it when it changes for good or ill,
 * and not at every pause in typing.
 */
export function KeptLine({ kept }: { kept: Kept }) {
  const [settled, setSettled] = useState(kept);
  useEffect(() => {
    if (kept !== 'saving') setSettled(kept);
  }, [kept]);
  const promise = useStore(persistence);
  const isBad = kept === 'no room' || kept === 'impossible';
  return (
    <div className="kept-line">
      <p aria-hidden="true" className={isBad ? 'kept-bad' : undefined}>
        {words[kept]}
        {kept === 'saved' && promise === 'promised' && '. The browser has promised to keep it.'}
        {kept === 'saved' && promise === 'not promised' && '. The browser may clear it should space run very short.'}
      </p>
      <p role="status" className="visually-hidden">
        {words[settled]}
      </p>
    </div>
  );
}
