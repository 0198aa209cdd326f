import { connection } from '../../data/connection.ts';
import { useStore } from '../parts/useStore.ts';

/** Says plainly when requests fail. */
export function ConnectionNotice() {
  const isAway = useStore(connection) === 'away';
  return (
    <div className="notice-place" role="status">
      {isAway && <p className="notice">No connection: showing what is kept here.</p>}
    </div>
  );
}
