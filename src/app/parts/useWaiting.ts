import { useEffect, useEffectEvent, useRef } from 'react';
import { outbox } from '../../data/outbox/box.ts';
import type { Entry } from '../../data/outbox/entry.ts';
import { authorOf, session } from '../../data/session.ts';
import { useStore } from './useStore.ts';

/** What waits to be sent for the user who is logged in, oldest first; nobody else's is shown. */
export function useWaiting(): Entry[] {
  const author = authorOf(useStore(session));
  return useStore(outbox).filter(({ userId }) => userId === author);
}

/** Calls back when something that waited has gone: lists may show it now. */
export function useWhenSent(callback: () => void): void {
  const count = useWaiting().length;
  const before = useRef(count);
  const call = useEffectEvent(callback);
  useEffect(() => {
    if (count < before.current) call();
    before.current = count;
  }, [count]);
}
