import { keepsNothing } from '../../data/storage/records.ts';
import { useObservable } from '../hooks/useObservable.ts';

/** Says that this browser keeps nothing, on screens where there is something to lose. */
export function KeepsNothingNotice() {
  if (!useObservable(keepsNothing)) return null;
  return (
    <p className="banner" role="alert">
      This browser keeps nothing for this site. What you write, what waits to be sent and whom you follow may be gone
      when you close or reload this page.
    </p>
  );
}
