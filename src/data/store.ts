/** A value that can be watched. The shape is what React's `useSyncExternalStore` asks for. */
export interface Store<T> {
  /** What it began with: the only value the server knows. */
  readonly initial: T;
  get(): T;
  set(value: T): void;
  /** Calls back after each change; returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
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
