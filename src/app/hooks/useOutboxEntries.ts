import { useEffect, useEffectEvent, useRef } from 'react';
import { outboxEntries } from '../../data/outbox/outbox-entries.ts';
import type { OutboxEntry } from '../../data/outbox/outbox-entry.ts';
import { authorOf, session } from '../../data/session/session.ts';
import { useObservable } from './useObservable.ts';

/** The outbox entries of the user who is logged in, oldest first. Entries of other users are never shown. */
export function useOutboxEntries(): OutboxEntry[] {
  const author = authorOf(useObservable(session));
  return useObservable(outboxEntries).filter(({ userId }) => userId === author);
}

/** Calls back when an entry has left the outbox: the backend's lists may contain its post now. */
export function useOnOutboxShrink(callback: () => void): void {
  const count = useOutboxEntries().length;
  const before = useRef(count);
  const call = useEffectEvent(callback);
  useEffect(() => {
    if (count < before.current) call();
    before.current = count;
  }, [count]);
}
