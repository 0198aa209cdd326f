import { isIosSafari } from '../../device/install/install-prompt.ts';
import { hasStoredWriting } from '../../device/storage/persistence.ts';
import { availableUpdate } from '../../device/updates/available-update.ts';
import { lazyOrNothing } from '../components/lazy-or-nothing.tsx';
import { useObservable } from '../hooks/useObservable.ts';

const UpdateNotice = lazyOrNothing(async () => (await import('./UpdateNotice.tsx')).UpdateNotice);
const IosInstallNotice = lazyOrNothing(async () => (await import('./IosInstallNotice.tsx')).IosInstallNotice);

/** Notices of the layout, fixed over the bottom of the page, so that the content does not move. */
export function Notices() {
  const newer = useObservable(availableUpdate);
  const isHomeScreenWorthIt = useObservable(hasStoredWriting) && isIosSafari();
  return (
    <div className="notices">
      <div className="notice-place" role="status">
        {newer.kind === 'ready' && <UpdateNotice accept={newer.accept} />}
      </div>
      <div className="notice-place" role="status">
        {isHomeScreenWorthIt && <IosInstallNotice />}
      </div>
    </div>
  );
}
