import { hasNoZone } from '../../contract/post-time.ts';

/** A timestamp to the minute, in the reader's language. */
export function ExactTime({ date }: { date: string }) {
  const parsed = new Date(date);
  if (Number.isNaN(parsed.getTime())) return 'at an unknown time';
  const timeZone = hasNoZone(date) ? 'UTC' : undefined;
  return (
    <time className="exact" dateTime={parsed.toISOString()}>
      {parsed.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone })}
    </time>
  );
}
