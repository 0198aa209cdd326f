import { useEffect, useState } from 'react';
import { outboxEntries } from '../../data/outbox/outbox-entries.ts';
import { readOutbox } from '../../data/outbox/outbox-store.ts';
import { timeouts } from '../../data/timeouts.ts';
import { withTimeout } from '../../data/with-timeout.ts';

/**
 * Whether the outbox has been read. What is shown earlier would change at once: cards with a pending delete flash up.
 * Also true after `timeouts.deviceTimeoutMs`, as a device that hangs never answers.
 */
export function useIsOutboxLoaded(): boolean {
  const [isRead, setIsRead] = useState(false);
  useEffect(() => {
    const reading = readOutbox().then((entries) => outboxEntries.set(entries));
    withTimeout(timeouts.deviceTimeoutMs, reading)
      .catch((error) => console.error('Could not read the outbox; what waits in it may not be shown.', error))
      .finally(() => setIsRead(true));
  }, []);
  return isRead;
}
