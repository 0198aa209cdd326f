type Granted = (lock: Lock | null) => unknown;

export interface Locks extends Disposable {
  isHeld(name: string): boolean;
}

/** Web Locks as the specification has them, first come, first served; a shared one is never waited for. */
export function openLocks(): Locks {
  // The first of each queue holds the lock.
  const queues = new Map<string, (() => void)[]>();

  function leave(name: string, grant: () => void) {
    const queue = queues.get(name) ?? [];
    const at = queue.indexOf(grant);
    if (at === -1) return;
    queue.splice(at, 1);
    if (at === 0) queue[0]?.();
  }

  function request(name: string, ...rest: [Granted] | [LockOptions, Granted]): Promise<unknown> {
    const [options, granted] = rest.length === 1 ? [{}, rest[0]] : rest;
    // Nobody asks for the same lock both ways.
    if (options.mode === 'shared') return Promise.resolve().then(() => granted({ name, mode: 'shared' }));
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    if (options.ifAvailable && queue.length > 0) return Promise.resolve().then(() => granted(null));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const grant = () => {
      const work = Promise.resolve().then(() => granted({ name, mode: 'exclusive' }));
      work.then(resolve, reject).finally(() => leave(name, grant));
    };
    queue.push(grant);
    options.signal?.addEventListener('abort', () => {
      if (queue[0] === grant || !queue.includes(grant)) return;
      leave(name, grant);
      reject(options.signal?.reason);
    });
    if (queue[0] === grant) grant();
    return promise;
  }

  const query = async () => ({
    held: [...queues].flatMap(([name, queue]) => (queue.length > 0 ? [{ name, mode: 'exclusive' as const }] : [])),
  });

  Object.defineProperty(navigator, 'locks', { value: { request, query }, configurable: true });
  return {
    isHeld: (name) => (queues.get(name)?.length ?? 0) > 0,
    [Symbol.dispose]: () => void Reflect.deleteProperty(navigator, 'locks'),
  };
}
