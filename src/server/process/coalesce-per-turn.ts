import { setImmediate } from 'node:timers/promises';

/**
 * Returns a function whose callers with the same key, in one turn of the event loop, share one call of `ask`. `ask`
 * starts after the last of them has called, so no result is older than its caller's request.
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
