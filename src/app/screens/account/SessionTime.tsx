/** A time of one's account, with the time of day. */
export function SessionTime({ date }: { date: string }) {
  const parsed = new Date(date);
  if (Number.isNaN(parsed.getTime())) return 'at a time unknown';
  return (
    <time dateTime={parsed.toISOString()}>
      {parsed.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}
