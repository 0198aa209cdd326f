import { setImmediate } from 'node:timers/promises';

/**
 * Asks once for all who want the same within one turn of the event loop. The question is put after the last of them
 * has come, so nobody gets an answer older than their request.
 */
export function together<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const waiting = new Map<string, Promise<T>>();
  return (key) => {
    const joined = waiting.get(key);
    if (joined) return joined;
    const asked = setImmediate().then(() => {
      waiting.delete(key);
      return ask(key);
    });
    waiting.set(key, asked);
    return asked;
  };
}
