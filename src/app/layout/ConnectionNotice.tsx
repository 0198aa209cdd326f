import { answeredAt, connection } from '../../data/api/connection.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { relativeTime } from '../text/relative-time.ts';

/** Below this age, in milliseconds, what is shown is not called old. */
const newFor = 60_000;

/** Tells the reader that the network is away, and how old what is shown is. */
export function ConnectionNotice() {
  const isAway = useObservable(connection) === 'away';
  const from = useObservable(answeredAt);
  return (
    <p className="connection" role="status">
      {isAway && offlineText(from)}
    </p>
  );
}

function offlineText(from: number | undefined): string {
  const now = Date.now();
  return from !== undefined && now - from >= newFor
    ? `Offline. Showing posts from ${relativeTime(from, now)}.`
    : 'Offline. Showing what is on this device.';
}
