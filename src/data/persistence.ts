import { createStore } from './store.ts';

/** Whether the browser has promised to keep what lies here. `unasked` also where it can't be asked. */
type Persistence = 'unasked' | 'asked' | 'promised' | 'not promised';

export const persistence = createStore<Persistence>('unasked');

/** Whether something has been kept since the page was opened that the person here would miss. */
export const hasKeptSomething = createStore(false);

/** Asked for at the first thing worth keeping: some browsers ask the person, who should know what for. */
export async function askForPersistence(): Promise<void> {
  hasKeptSomething.set(true);
  if (persistence.get() !== 'unasked' || !navigator.storage?.persist) return;
  persistence.set('asked');
  try {
    const isPromised = (await navigator.storage.persisted()) || (await navigator.storage.persist());
    persistence.set(isPromised ? 'promised' : 'not promised');
  } catch (error) {
    console.error('The browser could not be asked to keep what lies here.', error);
    persistence.set('unasked');
  }
}
