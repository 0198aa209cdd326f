import { setImmediate } from 'node:timers/promises';

/**
 * Returns a function that calls `ask` once for all its calls with the same key in one turn of the event loop. `ask`
 * starts after the last of these calls, so no caller gets a result older than the call.
 */
export function coalescePerTurn<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
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
