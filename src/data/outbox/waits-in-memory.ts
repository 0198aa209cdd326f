import { keepsNothing } from '../storage/records.ts';
import { outboxEntries } from './outbox-entries.ts';
import { readOutbox } from './outbox-store.ts';

const isLostWithPage = (): boolean => keepsNothing.get() && outboxEntries.get().length > 0;

/** Whether something waits to be sent that is gone with this page. */
export async function waitsInMemory(): Promise<boolean> {
  if (keepsNothing.get()) outboxEntries.set(await readOutbox());
  return isLostWithPage();
}

/** Has the browser ask, in its own words, before the page is closed or reloaded while something waits in its memory. */
export function askBeforeLoss(): void {
  outboxEntries.subscribe(() => {
    if (isLostWithPage()) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  });
}

const ask = (event: Event): void => event.preventDefault();
