import { session } from '../session/session.ts';

/** Loads and starts the code for authors once a user is logged in. */
export function startWritingOnLogin(): void {
  let isOpen = false;
  const open = async () => {
    if (isOpen || session.get().token === null) return;
    isOpen = true;
    try {
      (await import('./start-writing.ts')).startWriting();
    } catch (error) {
      console.error('Could not load the code for authors; retrying when the network is back.', error);
      isOpen = false;
    }
  };
  addEventListener('online', () => void open());
  session.subscribe(() => void open());
  void open();
}
