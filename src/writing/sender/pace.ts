import { exponentialBackoffMs } from '../../device/exponential-backoff.ts';
import { timeouts } from '../../device/timeouts.ts';
import type { NoAnswer } from './backend.ts';

export type Pause = ReturnType<typeof newPause>;

/** Starts a pause. If the clock is set back, the pause starts again, so that it lasts at most twice as long. */
export function newPause(ms: number) {
  let until = Date.now() + ms;
  return {
    leftMs(): number {
      const now = Date.now();
      if (until - now > ms) until = now + ms;
      return Math.max(0, until - now);
    },
  };
}

const backoff = { firstMs: timeouts.firstResendMs, maxMs: timeouts.maxResendMs, jitter: 0.5 };

/** Returns the sender's retry backoff. All records share it, because they share the network and the backend. */
export function createPace() {
  let tries = 0;
  let pause = newPause(0);
  let held = newPause(0);
  return {
    /** Returns the number of attempts without an answer since the last answer. */
    tries: (): number => tries,
    answered(): void {
      tries = 0;
      pause = newPause(0);
    },
    /** Starts a pause. Without a network, leaves `tries` unchanged, as the attempt says nothing about the backend. */
    unanswered({ why, holdMs }: NoAnswer): void {
      held = newPause(holdMs);
      if (why === 'no network') {
        pause = newPause(timeouts.maxRetryMs);
        return;
      }
      pause = newPause(exponentialBackoffMs(tries, backoff));
      tries += 1;
    },
    /** Ends the backoff, as the network may be back. The backend's `Retry-After` still applies. */
    hurry(): void {
      pause = newPause(0);
    },
    leftMs: (): number => Math.max(pause.leftMs(), held.leftMs()),
  };
}

export type Pace = ReturnType<typeof createPace>;
