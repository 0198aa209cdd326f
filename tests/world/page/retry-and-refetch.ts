import { connection } from '../../../src/data/api/connection.ts';
import { exponentialBackoffMs } from '../../../src/data/exponential-backoff.ts';
import { timeouts } from '../../../src/data/timeouts.ts';

const backoff = { firstMs: timeouts.firstRetryMs, maxMs: timeouts.maxRetryMs, jitter: 0.25 };

/** Does for a screen what `useRetryAndRefetch` does. */
export function retryAndRefetch(ask: () => void) {
  let hasFailed = false;
  let isWaiting = false;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leftAt = Number.POSITIVE_INFINITY;
  const isHidden = () => document.visibilityState === 'hidden';

  const attemptLater = () => {
    clearTimeout(timer);
    timer = setTimeout(attempt, exponentialBackoffMs(attempts, backoff));
  };
  const attempt = () => {
    if (!isWaiting || isHidden()) return;
    attempts += 1;
    attemptLater();
    ask();
  };
  const follow = () => {
    const isNow = hasFailed || connection.get() === 'away';
    if (isNow === isWaiting) return;
    isWaiting = isNow;
    attempts = 0;
    if (isWaiting) attemptLater();
    else clearTimeout(timer);
  };
  const comeAndGo = () => {
    attempt();
    if (isHidden()) leftAt = Date.now();
    else if (Date.now() - leftAt >= timeouts.absenceMs) ask();
  };

  const stopFollowing = connection.subscribe(follow);
  follow();
  addEventListener('online', attempt);
  document.addEventListener('visibilitychange', comeAndGo);
  return {
    /** What became of the last request. */
    setFailed(failed: boolean) {
      hasFailed = failed;
      follow();
    },
    stop() {
      stopFollowing();
      clearTimeout(timer);
      removeEventListener('online', attempt);
      document.removeEventListener('visibilitychange', comeAndGo);
    },
  };
}
