import { session } from '../session.ts';

/** Loads what looks after the outbox as soon as somebody is logged in: a reader has none. */
export function openOutbox(): void {
  let isOpen = false;
  const open = async () => {
    if (isOpen || session.get().token === null) return;
    isOpen = true;
    const { tendOutbox } = await import('./tend.ts');
    tendOutbox();
  };
  session.subscribe(() => void open());
  void open();
}
