import { useContext } from 'react';
import { answeredAt, connection } from '../../device/calls/connection.ts';
import { HydrationContext } from '../hooks/HydrationContext.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { relativeTime } from '../text/relative-time.ts';

/** In milliseconds: the notice mentions the age of posts only if they are at least this old. */
const newFor = 60_000;

/** Tells the reader that the network is away, and how old the shown posts are. */
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

/** @param from when the posts were fetched; `undefined` if no posts were read yet, 0 if the timestamp is unknown */
function offlineText(from: number | undefined): string {
  if (from === undefined) return 'Offline.';
  const now = Date.now();
  return from > 0 && now - from >= newFor
    ? `Offline. Showing posts from ${relativeTime(from, now)}.`
    : 'Offline. Showing what is on this device.';
}
