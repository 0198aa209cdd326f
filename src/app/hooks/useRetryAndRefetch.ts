import { useEffect, useEffectEvent, useRef } from 'react';
import { type Retries, startRetries } from '../../device/calls/retries.ts';

/** Calls `ask` whenever `startRetries` retries or refetches, as long as the screen is shown. */
export function useRetryAndRefetch(ask: () => void, failed: boolean): void {
  const askLatest = useEffectEvent(ask);
  const retries = useRef<Retries>(undefined);
  useEffect(() => {
    const started = startRetries(() => askLatest());
    retries.current = started;
    return started.stop;
  }, []);
  useEffect(() => retries.current?.setFailed(failed), [failed]);
}
