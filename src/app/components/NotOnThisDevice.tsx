import { useSyncExternalStore } from 'react';
import { connection } from '../../device/calls/connection.ts';
import { offlineAvailability } from '../../reading/news/offline-availability.ts';
import { useObservable } from '../hooks/useObservable.ts';

/** Says that a post cannot be read now: the network is away, and the post is not on the device. */
export function NotOnThisDevice({ id }: { id: string }) {
  const isAway = useObservable(connection) === 'away';
  const state = useSyncExternalStore(
    offlineAvailability.subscribe,
    () => offlineAvailability.get()?.of(id),
    () => undefined,
  );
  return isAway && state === 'none' && <span className="not-here">Not on this device</span>;
}
