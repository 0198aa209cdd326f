import { session } from '../session.ts';

/** Loads what looks after the outbox as soon as somebody is logged in: a reader has none. */
export function openOutbox(): void {
  let isOpen = false;
  const open = async () => {
    if (isOpen || session.get().token === null) return;
    isOpen = true;
    try {
      const { tendOutbox } = await import('./tend.ts');
      tendOutbox();
    } catch (error) {
      console.error('What looks after the outbox could not be loaded.', error);
      isOpen = false;
    }
  };
  addEventListener('online', () => void open());
  session.subscribe(() => void open());
  void open();
}
