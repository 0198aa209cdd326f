import { exponentialBackoffMs } from '../exponential-backoff.ts';
import { timeouts } from '../timeouts.ts';

const backoff = { firstMs: timeouts.firstResendMs, maxMs: timeouts.maxResendMs, jitter: 0.5 };

/** The backoff after this many attempts without an answer, in milliseconds. */
export const backoffMs = (tries: number, random?: number): number => exponentialBackoffMs(tries - 1, backoff, random);

/** The longest that `backoffMs` returns, in milliseconds. */
const maxBackoffMs = (1 + backoff.jitter) * backoff.maxMs;

/**
 * When the entry may be sent, in milliseconds since the epoch. A time that is further off than the longest wait was set
 * before the clock was put back, and is ignored.
 */
export function nextAttemptAt({ notBefore, heldUntil }: { notBefore: number; heldUntil: number }, now: number): number {
  const ownPause = notBefore - now > maxBackoffMs ? 0 : notBefore;
  return Math.max(ownPause, heldUntil - now > timeouts.maxHoldMs ? 0 : heldUntil);
}

/** `Retry-After` (RFC 9110, 10.2.3: seconds or a date) in milliseconds from now; 0 if it is missing or malformed. */
export function retryAfterMs(header: string | null, now: number): number {
  if (header === null) return 0;
  const span = /^\d+$/.test(header) ? Number(header) * 1_000 : dateOf(header) - now;
  return Number.isNaN(span) ? 0 : Math.min(Math.max(span, 0), timeouts.maxHoldMs);
}

/** Parses an HTTP-date (RFC 9110, 5.6.7). `Date.parse` alone accepts almost anything, such as "later 3000". */
const dateOf = (header: string): number => (/^[A-Z][a-z]{2,8}, .* GMT$/.test(header) ? Date.parse(header) : Number.NaN);
