import { never, type Realm } from './realm.ts';
import type { StorageFaults } from './storage-faults.ts';

/** Local or session storage. Its keys are its own properties, as in browsers. */
export function webStorage(items: Record<string, string>, faults: StorageFaults, onChange: () => void): Storage {
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem(key: string, value: string) {
      if (items[key] === value) return;
      if (faults.isFull) throw faults.full();
      items[key] = value;
      onChange();
    },
    removeItem(key: string) {
      if (!Object.hasOwn(items, key)) return;
      Reflect.deleteProperty(items, key);
      onChange();
    },
    get length() {
      return Object.keys(items).length;
    },
    key: (at: number) => Object.keys(items)[at] ?? null,
  };
  const ask = <T>(work: () => T): T => {
    if (faults.isForbidden) throw faults.forbidden();
    return work();
  };
  const storage = new Proxy(items, {
    get: (_, key) => ask(() => Reflect.get(methods, key) ?? Reflect.get(items, key)),
    ownKeys: () => ask(() => Reflect.ownKeys(items)),
  });
  return storage as unknown as Storage;
}

type Granted = (lock: { name: string; mode: LockMode } | null) => unknown;

interface Claim {
  realm: Realm;
  mode: LockMode;
  isHeld: boolean;
  grant: () => void;
}

/** Web Locks, first come, first served. A realm that dies lets go of all that it holds or waits for. */
export class Locks {
  readonly #queues = new Map<string, Claim[]>();

  /** `navigator.locks` of one realm. */
  of(realm: Realm) {
    realm.onKill(() => {
      for (const [name, queue] of this.#queues)
        this.#keep(
          name,
          queue.filter((claim) => claim.realm !== realm),
        );
    });
    const request = (name: string, ...rest: [Granted] | [LockOptions, Granted]): Promise<unknown> => {
      if (!realm.isAlive) return never();
      const [options, granted] = rest.length === 1 ? [{}, rest[0]] : rest;
      const { mode = 'exclusive', ifAvailable = false, signal } = options;
      signal?.throwIfAborted();
      const queue = this.#queues.get(name) ?? [];
      const isFree = queue.every((claim) => mode === 'shared' && claim.mode === 'shared' && claim.isHeld);
      if (ifAvailable && !isFree) return realm.ask(`no lock ${name}`, () => granted(null));
      return new Promise((resolve, reject) => {
        const leave = () =>
          this.#keep(
            name,
            (this.#queues.get(name) ?? []).filter((other) => other !== claim),
          );
        const claim: Claim = {
          realm,
          mode,
          isHeld: false,
          grant: () => {
            claim.isHeld = true;
            realm.turns.soon(realm, `lock ${name}`, () => {
              new Promise((done) => done(granted({ name, mode }))).then(resolve, reject).finally(leave);
            });
          },
        };
        signal?.addEventListener('abort', () => {
          if (claim.isHeld) return;
          leave();
          reject(signal.reason);
        });
        this.#keep(name, [...queue, claim]);
      });
    };
    const query = async () => ({
      held: [...this.#queues].flatMap(([name, queue]) =>
        queue.filter(({ isHeld }) => isHeld).map(({ mode }) => ({ name, mode })),
      ),
    });
    return { request, query };
  }

  #keep(name: string, queue: Claim[]): void {
    this.#queues.set(name, queue);
    for (const claim of queue) {
      const mayShare = claim.mode === 'shared' && queue.every((other) => !other.isHeld || other.mode === 'shared');
      if (!claim.isHeld && (claim === queue[0] || mayShare)) claim.grant();
      if (!claim.isHeld || claim.mode === 'exclusive') return;
    }
  }
}

/** Broadcast channels of one device. */
export class Channels {
  readonly #open = new Map<string, Set<{ realm: Realm; channel: EventTarget }>>();

  /** The constructor that one realm has. */
  of(realm: Realm) {
    const open = this.#open;
    return class extends EventTarget {
      readonly #member = { realm, channel: this as EventTarget };
      readonly #others: Set<{ realm: Realm; channel: EventTarget }>;
      onmessage: ((event: MessageEvent) => void) | null = null;

      constructor(name: string) {
        super();
        this.#others = open.get(name) ?? new Set();
        open.set(name, this.#others.add(this.#member));
        this.addEventListener('message', (event) => this.onmessage?.(event as MessageEvent));
      }

      postMessage(message: unknown) {
        if (!realm.isAlive) return;
        const data = structuredClone(message);
        for (const { realm: to, channel } of this.#others) {
          if (channel === this) continue;
          realm.turns.soon(to, 'a broadcast arrives', () =>
            channel.dispatchEvent(new MessageEvent('message', { data })),
          );
        }
      }

      close() {
        this.#others.delete(this.#member);
      }
    };
  }
}

/** A message channel whose messages have turns of their own. The realm that makes it holds the first port. */
export function messageChannelOf(realm: Realm) {
  type Port = { onmessage?: (event: { data: unknown }) => void; close(): void; postMessage(data: unknown): void };
  return class {
    readonly port1: Port;
    readonly port2: Port;

    constructor() {
      const portTo = (other: () => Port): Port => ({
        close: () => undefined,
        postMessage: (data) => realm.turns.soon(realm, 'a message arrives', () => other().onmessage?.({ data })),
      });
      this.port1 = portTo(() => this.port2);
      this.port2 = portTo(() => this.port1);
    }
  };
}
