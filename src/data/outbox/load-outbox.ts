import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';
import { outboxEntries } from './outbox-entries.ts';
import { readOutbox } from './outbox-store.ts';

/**
 * Reads the outbox for a screen. Resolves also after `timeouts.deviceTimeoutMs`, as a device that hangs never answers;
 * never rejects.
 */
export async function loadOutbox(): Promise<void> {
  const reading = readOutbox().then((entries) => outboxEntries.set(entries));
  try {
    await withTimeout(timeouts.deviceTimeoutMs, reading);
  } catch (error) {
    console.error('Could not read the outbox; what waits in it may not be shown.', error);
  }
}
