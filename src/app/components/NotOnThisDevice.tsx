import { connection } from '../../device/calls/connection.ts';
import { useAvailability } from '../hooks/useAvailability.ts';
import { useObservable } from '../hooks/useObservable.ts';

/** Says that a post cannot be read now: the network is away, and the post is not on the device. */
export function NotOnThisDevice({ id }: { id: string }) {
  const isAway = useObservable(connection) === 'away';
  const availability = useAvailability(id);
  return isAway && availability === 'none' && <span className="not-here">Not on this device</span>;
}
