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
