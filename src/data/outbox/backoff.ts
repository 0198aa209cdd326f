import { spans } from '../storage.ts';

/**
 * How long to wait after so many tries without an answer, in milliseconds: twice as long each time up to a bound, and
 * anywhere from half to one and a half of it, so that devices that lost the network together don't come back together.
 */
export function pauseAfter(tries: number, random = Math.random()): number {
  const pause = Math.min(spans.firstResend * 2 ** Math.min(tries - 1, 20), spans.longestResend);
  return pause * (0.5 + random);
}

/** `Retry-After` (RFC 9110, 10.2.3) in milliseconds from now: seconds or a date; 0 where there is none to understand. */
export function retryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), spans.longestHold);
}
