import { exponentialBackoffMs } from '../exponential-backoff.ts';
import { timeouts } from '../timeouts.ts';
import { connection } from './connection.ts';

const backoff = { firstMs: timeouts.firstRetryMs, maxMs: timeouts.maxRetryMs, jitter: 0.25 };

export interface Retries {
  setFailed(hasFailed: boolean): void;
  stop(): void;
}

/**
 * Calls `ask` while the last request has failed or the network is away: when the browser goes online, when the app
 * returns to the foreground, and after growing pauses, because no event tells that a server works again. After a
 * successful request, calls `ask` when the app returns to the foreground after an absence of `timeouts.absenceMs`.
 */
export function startRetries(ask: () => void): Retries {
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
  const onVisibilityChange = () => {
    attempt();
    if (isHidden()) leftAt = Date.now();
    else if (Date.now() - leftAt >= timeouts.absenceMs) ask();
  };

  const stopFollowing = connection.subscribe(follow);
  follow();
  addEventListener('online', attempt);
  document.addEventListener('visibilitychange', onVisibilityChange);
  return {
    setFailed(now) {
      hasFailed = now;
      follow();
    },
    stop() {
      stopFollowing();
      clearTimeout(timer);
      removeEventListener('online', attempt);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    },
  };
}
