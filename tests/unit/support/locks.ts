import { AsyncLocalStorage } from 'node:async_hooks';
import { currentTab, type Tab } from './tabs.ts';

type Granted = (lock: Lock | null) => unknown;

interface Claim {
  tab: Tab | undefined;
  grant: () => void;
}

export interface Locks extends Disposable {
  /** Lets go of all that a killed tab holds or waits for. */
  releaseAll(tab: Tab): void;
  isHeld(name: string): boolean;
}

/** Web Locks as the specification has them, first come, first served; a shared one is never waited for. */
export function openLocks(): Locks {
  // The first of each queue holds the lock.
  const queues = new Map<string, Claim[]>();

  function leave(name: string, claim: Claim) {
    const queue = queues.get(name) ?? [];
    const at = queue.indexOf(claim);
    if (at === -1) return;
    queue.splice(at, 1);
    if (at === 0) queue[0]?.grant();
  }

  function request(name: string, ...rest: [Granted] | [LockOptions, Granted]): Promise<unknown> {
    const [options, granted] = rest.length === 1 ? [{}, rest[0]] : rest;
    // Nobody asks for the same lock both ways.
    if (options.mode === 'shared') return Promise.resolve().then(() => granted({ name, mode: 'shared' }));
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    if (options.ifAvailable && queue.length > 0) return Promise.resolve().then(() => granted(null));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const inTab = AsyncLocalStorage.snapshot();
    const claim: Claim = {
      tab: currentTab(),
      grant: () =>
        inTab(() => {
          const work = Promise.resolve().then(() => granted({ name, mode: 'exclusive' }));
          work.then(resolve, reject).finally(() => leave(name, claim));
        }),
    };
    queue.push(claim);
    options.signal?.addEventListener('abort', () => {
      if (queue[0] === claim || !queue.includes(claim)) return;
      leave(name, claim);
      reject(options.signal?.reason);
    });
    if (queue[0] === claim) claim.grant();
    return promise;
  }

  const query = async () => ({
    held: [...queues].flatMap(([name, queue]) => (queue.length > 0 ? [{ name, mode: 'exclusive' as const }] : [])),
  });

  Object.defineProperty(navigator, 'locks', { value: { request, query }, configurable: true });
  return {
    releaseAll(tab) {
      for (const [name, queue] of queues) {
        for (const claim of queue.filter((other) => other.tab === tab).reverse()) leave(name, claim);
      }
    },
    isHeld: (name) => (queues.get(name)?.length ?? 0) > 0,
    [Symbol.dispose]: () => void Reflect.deleteProperty(navigator, 'locks'),
  };
}
