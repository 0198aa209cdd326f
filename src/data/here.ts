import { askWorker } from './ask-worker.ts';
import { connection } from './connection.ts';
import { spans } from './storage.ts';
import { createStore } from './store.ts';

/** Whether a post can be read without a network: because the reader chose to keep it, or as long as it is not in the way. */
export type Presence = 'kept' | 'passing' | 'none';

export interface Here {
  of(id: string): Presence;
}

/** What can be read without a network; `undefined` until somebody has looked, and where nobody can. */
export const here = createStore<Here | undefined>(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Looks soon, and once when many posts come or go in a row. */
export function lookSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(look, spans.look);
}

/** From now on; the browser clears what it likes behind the app's back. */
export function followHere(): void {
  lookSoon();
  connection.subscribe(lookSoon);
  document.addEventListener('visibilitychange', lookSoon);
}

/** Never rejects. */
export async function look(): Promise<void> {
  if (!navigator.serviceWorker?.controller) return here.set(undefined);
  try {
    const ids = await askWorker('ids');
    const [kept, passing] = [new Set(ids.kept), new Set(ids.passing)];
    here.set({ of: (id) => (kept.has(id) ? 'kept' : passing.has(id) ? 'passing' : 'none') });
  } catch (error) {
    console.error('What lies on this device could not be found out.', error);
    here.set(undefined);
  }
}
