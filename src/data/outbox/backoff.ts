import { spans } from '../storage.ts';

/**
 * How long to wait after so many tries without an answer, in milliseconds: twice as long each time up to a bound, and
 * anywhere from half to one and a half of it, so that devices that lost the network together don't come back together.
 */
export function pauseAfter(tries: number, random = Math.random()): number {
  const pause = Math.min(spans.firstResend * 2 ** Math.min(tries - 1, 20), spans.longestResend);
  return pause * (0.5 + random);
}

/** The longest that `pauseAfter` gives, in milliseconds. */
const longestPause = 1.5 * spans.longestResend;

/**
 * When the entry may go, in milliseconds since the epoch. What is further off than any pause lasts was set by a clock
 * that has been put back since, and counts for nothing.
 */
export function goesAt({ notBefore, heldUntil }: { notBefore: number; heldUntil: number }, now: number): number {
  const ownPause = notBefore - now > longestPause ? 0 : notBefore;
  return Math.max(ownPause, heldUntil - now > spans.longestHold ? 0 : heldUntil);
}

/** `Retry-After` (RFC 9110, 10.2.3) in milliseconds from now: seconds or a date; 0 where there is none to understand. */
export function retryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  const span = /^\d+$/.test(header) ? Number(header) * 1_000 : dateOf(header) - now;
  return Number.isNaN(span) ? 0 : Math.min(Math.max(span, 0), spans.longestHold);
}

/** An HTTP-date (RFC 9110, 5.6.7). `Date.parse` alone reads a year into almost anything, "later 3000" too. */
const dateOf = (header: string): number => (/^[A-Z][a-z]{2,8}, .* GMT$/.test(header) ? Date.parse(header) : Number.NaN);
