import { useEffect, useEffectEvent, useState } from 'react';
import { connection } from '../../data/connection.ts';
import { spans } from '../../data/storage.ts';
import { useStore } from './useStore.ts';

/**
 * Asks again by itself while the screen waits for an answer (it failed, or the network is away): when the network
 * returns, when the app comes back to the foreground, and after ever longer pauses, as a server that returns tells
 * nobody. What was answered is asked for again when the app comes back after a longer absence.
 */
export function useAskAgain(ask: () => void, failed: boolean): void {
  const isAway = useStore(connection) === 'away';
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
    const pause = Math.min(spans.firstRetry * 2 ** attempts, spans.longestRetry) * (0.75 + Math.random() / 2);
    const timer = setTimeout(attempt, pause);
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
      else if (Date.now() - leftAt >= spans.absence) askOnce();
    };
    document.addEventListener('visibilitychange', comeAndGo);
    return () => document.removeEventListener('visibilitychange', comeAndGo);
  }, []);
}
