const units = [
  ['day', 24 * 60 * 60 * 1000],
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000],
] as const;

/** Formats how long ago `then` was, in the reader's language. Both arguments are milliseconds since the epoch. */
export function relativeTime(then: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
  for (const [unit, span] of units)
    if (now - then >= span) return format.format(-Math.floor((now - then) / span), unit);
  return format.format(0, 'second');
}
