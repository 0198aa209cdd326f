import { keepsNothing } from '../../data/storage/records.ts';
import { useObservable } from '../hooks/useObservable.ts';

/** Says that this browser keeps nothing, on screens where there is something to lose. */
export function KeepsNothingNotice() {
  const isShown = useObservable(keepsNothing);
  return (
    <div role="status">
      {isShown && (
        <p className="banner">
          This browser keeps nothing for this site. What you write, what waits to be sent and whom you follow may be
          gone when you close or reload this page.
        </p>
      )}
    </div>
  );
}
