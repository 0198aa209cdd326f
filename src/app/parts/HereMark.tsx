import { useSyncExternalStore } from 'react';
import { connection } from '../../data/connection.ts';
import { here } from '../../data/here.ts';
import { useStore } from './useStore.ts';

/**
 * Says quietly whether a post can be read without a network, and without one, that it can't. Its room is there from the
 * start; what it says, once somebody has looked.
 */
export function HereMark({ id }: { id: string }) {
  const isAway = useStore(connection) === 'away';
  const state = useSyncExternalStore(
    here.subscribe,
    () => here.get()?.of(id),
    () => undefined,
  );
  return (
    <span className="here">
      {state === 'kept' && 'Kept on this device'}
      {state === 'passing' && 'On this device'}
      {state === 'none' && isAway && 'Not on this device'}
    </span>
  );
}
