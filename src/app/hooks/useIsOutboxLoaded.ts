import { useEffect, useState } from 'react';
import { loadOutbox } from '../../data/outbox/load-outbox.ts';

/** Whether the outbox has been read. What is shown earlier would change at once: cards with a pending delete flash up. */
export function useIsOutboxLoaded(): boolean {
  const [isRead, setIsRead] = useState(false);
  useEffect(() => void loadOutbox().then(() => setIsRead(true)), []);
  return isRead;
}
