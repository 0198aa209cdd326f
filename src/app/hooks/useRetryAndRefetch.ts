import { useEffect, useEffectEvent, useState } from 'react';
import { connection } from '../../data/api/connection.ts';
import { exponentialBackoffMs } from '../../data/exponential-backoff.ts';
import { timeouts } from '../../data/timeouts.ts';
import { useObservable } from './useObservable.ts';

const backoff = { firstMs: timeouts.firstRetryMs, maxMs: timeouts.maxRetryMs, jitter: 0.25 };

/**
 * Retries while the last request has failed or the network is away: when the browser goes online, when the app returns
 * to the foreground, and after growing pauses, as nothing announces that a server is back. After a successful request,
 * refetches when the app returns to the foreground after `timeouts.absenceMs`.
 */
export function useRetryAndRefetch(ask: () => void, failed: boolean): void {
  const isAway = useObservable(connection) === 'away';
  const isWaiting = failed || isAway;
  const [attempts, setAttempts] = useState(0);
  const askOnce = useEffectEvent(ask);

  useEffect(() => {
    if (!isWaiting) {
      setAttempts(0);
      return;
    }
    const attempt = () => {
      if (document.visibilityState === 'hidden') return;
      setAttempts((count) => count + 1);
      askOnce();
    };
    const timer = setTimeout(attempt, exponentialBackoffMs(attempts, backoff));
    addEventListener('online', attempt);
    document.addEventListener('visibilitychange', attempt);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', attempt);
      document.removeEventListener('visibilitychange', attempt);
    };
  }, [isWaiting, attempts]);

  useEffect(() => {
    let leftAt = Number.POSITIVE_INFINITY;
    const comeAndGo = () => {
      if (document.visibilityState === 'hidden') leftAt = Date.now();
      else if (Date.now() - leftAt >= timeouts.absenceMs) askOnce();
    };
    document.addEventListener('visibilitychange', comeAndGo);
    return () => document.removeEventListener('visibilitychange', comeAndGo);
  }, []);
}
