import { useSyncExternalStore } from 'react';
import { connection } from '../../data/api/connection.ts';
import { offlineAvailability } from '../../data/worker-client/offline-availability.ts';
import { useObservable } from '../hooks/useObservable.ts';

/**
 * Shows whether a post can be read offline; that it cannot is shown only while the network is away. The styles reserve
 * its space, as the text appears only once the worker has reported what is cached.
 */
export function OfflineAvailabilityBadge({ id }: { id: string }) {
  const isAway = useObservable(connection) === 'away';
  const state = useSyncExternalStore(
    offlineAvailability.subscribe,
    () => offlineAvailability.get()?.of(id),
    () => undefined,
  );
  return (
    <span className="here">
      {state === 'pinned' && 'Kept on this device'}
      {state === 'cached' && 'On this device'}
      {state === 'none' && isAway && 'Not on this device'}
    </span>
  );
}
