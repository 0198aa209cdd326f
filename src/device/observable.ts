/** A value with listeners. `subscribe` and `get` fit React's `useSyncExternalStore`. */
export interface Observable<T> {
  /** The first value, which the server renders with. */
  readonly initial: T;
  get(): T;
  set(value: T): void;
  /** Calls the listener after each change; returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
}

export function createObservable<T>(initial: T): Observable<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
