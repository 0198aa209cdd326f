import { isMemoryOnly } from '../../device/storage/record-database.ts';
import { useObservable } from '../hooks/useObservable.ts';

/** Warns that this browser stores nothing. For screens whose texts or follows may be lost. */
export function KeepsNothingNotice() {
  if (!useObservable(isMemoryOnly)) return null;
  return (
    <p className="banner" role="alert">
      This browser saves nothing for this site. Your drafts, waiting posts and follows may be lost when you close or
      reload this page.
    </p>
  );
}
