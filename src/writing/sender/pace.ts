import { exponentialBackoffMs } from '../../device/exponential-backoff.ts';
import { timeouts } from '../../device/timeouts.ts';
import type { NoAnswer } from './backend.ts';

/** A wait that begins now. If the clock is put back meanwhile, it begins anew, so that it lasts at most twice as long. */
export interface Pause {
  leftMs(): number;
}

export function newPause(ms: number): Pause {
  let until = Date.now() + ms;
  return {
    leftMs() {
      const now = Date.now();
      if (until - now > ms) until = now + ms;
      return Math.max(0, until - now);
    },
  };
}

const backoff = { firstMs: timeouts.firstResendMs, maxMs: timeouts.maxResendMs, jitter: 0.5 };

/** When the sender tries next: one backoff for all that it sends, as it is the network or the backend that is away. */
export function createPace() {
  let tries = 0;
  let pause = newPause(0);
  let held = newPause(0);
  return {
    /** How many attempts have had no answer since the last one that had. */
    tries: (): number => tries,
    answered(): void {
      tries = 0;
      pause = newPause(0);
    },
    /** An attempt without a network does not count, as it says nothing about the next one. */
    unanswered({ why, holdMs }: NoAnswer): void {
      held = newPause(holdMs);
      if (why === 'no network') {
        pause = newPause(timeouts.maxRetryMs);
        return;
      }
      pause = newPause(exponentialBackoffMs(tries, backoff));
      tries += 1;
    },
    /** The network may be back. What the backend has asked for by `Retry-After` is waited for all the same. */
    hurry(): void {
      pause = newPause(0);
    },
    leftMs: (): number => Math.max(pause.leftMs(), held.leftMs()),
  };
}

export type Pace = ReturnType<typeof createPace>;
