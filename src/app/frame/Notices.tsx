import { Suspense } from 'react';
import { isIosSafari } from '../../data/install.ts';
import { hasKeptSomething } from '../../data/persistence.ts';
import { update } from '../../data/update.ts';
import { optional } from '../parts/optional.ts';
import { useStore } from '../parts/useStore.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';

const UpdateNotice = optional(async () => (await import('./UpdateNotice.tsx')).UpdateNotice);
const HomeScreenNotice = optional(async () => (await import('./HomeScreenNotice.tsx')).HomeScreenNotice);

/** What the frame has to say, over the bottom of the page, where it pushes nothing away. */
export function Notices() {
  const newer = useStore(update);
  const isHomeScreenWorthIt = useStore(hasKeptSomething) && isIosSafari();
  return (
    <div className="notices">
      <ConnectionNotice />
      <div className="notice-place" role="status">
        <Suspense>{newer.state === 'ready' && <UpdateNotice accept={newer.accept} />}</Suspense>
      </div>
      <div className="notice-place" role="status">
        <Suspense>{isHomeScreenWorthIt && <HomeScreenNotice />}</Suspense>
      </div>
    </div>
  );
}
