import { useContext } from 'react';
import { answeredAt, connection } from '../../device/calls/connection.ts';
import { HydrationContext } from '../hooks/HydrationContext.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { relativeTime } from '../text/relative-time.ts';

/** Below this age, in milliseconds, what is shown is not called old. */
const newFor = 60_000;

/** Tells the reader that the network is away, and how old what is shown is. */
export function ConnectionNotice() {
  const isAway = useObservable(connection) === 'away';
  const { posts, post } = useContext(HydrationContext);
  const from = useObservable(answeredAt) ?? (posts || post ? 0 : undefined);
  return (
    <p className="connection" role="status">
      {isAway && offlineText(from)}
    </p>
  );
}

/** @param from `undefined` if nothing was read yet, 0 if its age is not known */
function offlineText(from: number | undefined): string {
  if (from === undefined) return 'Offline.';
  const now = Date.now();
  return from > 0 && now - from >= newFor
    ? `Offline. Showing posts from ${relativeTime(from, now)}.`
    : 'Offline. Showing what is on this device.';
}
