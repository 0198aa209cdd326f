import { createObservable } from '../observable.ts';

/** Whether the browser has promised not to clear this storage; `unasked` also if asking is impossible or failed. */
type Persistence = 'unasked' | 'asked' | 'promised' | 'not promised';

export const persistence = createObservable<Persistence>('unasked');

/** Whether this page has stored data that its user would miss. */
export const hasStoredWriting = createObservable(false);

/** Requests persistent storage. Call it after storing data that the user would miss: some browsers ask the user. */
export async function askForPersistence(): Promise<void> {
  hasStoredWriting.set(true);
  if (persistence.get() !== 'unasked' || !navigator.storage?.persist) return;
  persistence.set('asked');
  try {
    const isPromised = (await navigator.storage.persisted()) || (await navigator.storage.persist());
    persistence.set(isPromised ? 'promised' : 'not promised');
  } catch (error) {
    console.error('Could not request persistent storage.', error);
    persistence.set('unasked');
  }
}
