import { setImmediate } from 'node:timers/promises';

/**
 * Calls `ask` once for all callers that use the same key within one turn of the event loop. The call starts after the
 * last of them has joined, so nobody gets a result older than their request.
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
