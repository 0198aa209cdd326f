import { connection } from '../../data/api/connection.ts';
import { useObservable } from '../hooks/useObservable.ts';

/** Tells the reader that the network is away. */
export function ConnectionNotice() {
  const isAway = useObservable(connection) === 'away';
  return (
    <div className="notice-place" role="status">
      {isAway && <p className="notice">No connection: showing what is kept here.</p>}
    </div>
  );
}
