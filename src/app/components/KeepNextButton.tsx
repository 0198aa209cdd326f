import { Suspense, useState } from 'react';
import { pinningProgress } from '../../data/pin-next/pinning-progress.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { lazyOrNothing } from './lazy-or-nothing.ts';

const Dialog = lazyOrNothing(async () => (await import('./KeepNextDialog.tsx')).KeepNextDialog);

/**
 * Pins the next posts of a list, to be read without a network. The styles reserve the width of its longest words.
 *
 * @param path of the call that returns the list's first page.
 */
export function KeepNextButton({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  const progress = useObservable(pinningProgress);
  const words =
    progress.kind === 'going' ? `Kept ${progress.job.pinned} of ${progress.job.total}` : 'Keep the next ones';
  return (
    <>
      <button type="button" className="button quiet keep-next" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {/* In the middle: other words are another element, which has not moved. */}
        <span key={words}>{words}</span>
      </button>
      {isOpen && (
        <Suspense>
          <Dialog path={path} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
