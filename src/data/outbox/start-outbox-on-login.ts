import { session } from '../session/session.ts';

/** Loads and starts the outbox's scheduler once somebody is logged in: readers have no outbox. */
export function startOutboxOnLogin(): void {
  let isOpen = false;
  const open = async () => {
    if (isOpen || session.get().token === null) return;
    isOpen = true;
    try {
      const { startOutboxScheduler } = await import('./outbox-scheduler.ts');
      startOutboxScheduler();
    } catch (error) {
      console.error('Could not load the outbox scheduler; retrying when the network is back.', error);
      isOpen = false;
    }
  };
  addEventListener('online', () => void open());
  session.subscribe(() => void open());
  void open();
}
