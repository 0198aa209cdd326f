import { timeouts } from '../timeouts.ts';

/** Converts `Retry-After` (RFC 9110, 10.2.3: seconds or a date) to milliseconds from now; 0 if missing or malformed. */
export function retryAfterMs(headers: Headers): number {
  const header = headers.get('Retry-After');
  if (header === null) return 0;
  const span = /^\d+$/.test(header) ? Number(header) * 1_000 : dateOf(header) - Date.now();
  return Number.isNaN(span) ? 0 : Math.min(Math.max(span, 0), timeouts.maxHoldMs);
}

/** Parses an HTTP-date (RFC 9110, 5.6.7). `Date.parse` alone accepts almost anything, such as "later 3000". */
const dateOf = (header: string): number => (/^[A-Z][a-z]{2,8}, .* GMT$/.test(header) ? Date.parse(header) : Number.NaN);
