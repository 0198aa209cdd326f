import { copyOf } from './copy-of.ts';
import { inOrder, inOrderOfEach } from './in-order.ts';
import { never, type Realm } from './realm.ts';
import type { StorageFaults } from './storage-faults.ts';

/** The members of a `storage` event. */
export interface StorageChange {
  /** `null` if all items were removed. */
  key: string | null;
  oldValue: string | null;
  newValue: string | null;
}

/** Returns local or session storage, whose items are own properties of the object, as in browsers. */
export function webStorage(
  items: Record<string, string>,
  faults: StorageFaults,
  onChange: (change: StorageChange) => void,
): Storage {
  const itemAt = (key: string) => (Object.hasOwn(items, key) ? (items[key] as string) : null);
  const methods = {
    getItem: itemAt,
    setItem(key: string, given: string) {
      const [oldValue, newValue] = [itemAt(key), String(given)];
      if (oldValue === newValue) return;
      if (faults.isFull) throw new DOMException('The device is full', 'QuotaExceededError');
      items[key] = newValue;
      onChange({ key, oldValue, newValue });
    },
    removeItem(key: string) {
      const oldValue = itemAt(key);
      if (oldValue === null) return;
      Reflect.deleteProperty(items, key);
      onChange({ key, oldValue, newValue: null });
    },
    get length() {
      return Object.keys(items).length;
    },
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
  /** Called when another request has stolen the lock. Work under the stolen lock continues all the same. */
  lose: () => void;
}

/** Web Locks, granted in order. A realm that dies releases all its locks and requests. */
export class Locks {
  readonly #queues = new Map<string, Claim[]>();

  isHeld(name: string): boolean {
    return this.#queues.get(name)?.some((claim) => claim.isHeld) ?? false;
  }

  /** Returns the `navigator.locks` of one realm. A browser that forbids storage forbids locks, too. */
  of(realm: Realm, faults: StorageFaults) {
    realm.onKill(() => {
      for (const [name, queue] of this.#queues)
        this.#keep(
          name,
          queue.filter((claim) => claim.realm !== realm),
        );
    });
    const request = (name: string, ...rest: [Granted] | [LockOptions, Granted]): Promise<unknown> => {
      if (!realm.isAlive) return never();
      if (faults.isForbidden) return Promise.reject(faults.forbidden());
      const [options, granted] = rest.length === 1 ? [{}, rest[0]] : rest;
      const { mode = 'exclusive', ifAvailable = false, steal = false, signal } = options;
      if (signal?.aborted) return Promise.reject(signal.reason);
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
              // A request that is aborted before its callback runs does not get the lock.
              if (signal?.aborted) return;
              isTold = true;
              const work = new Promise((done) => done(granted({ name, mode }))).finally(leave);
              work.then(resolve, reject);
            });
          },
          lose: () => {
            const stolen = new DOMException('The lock was stolen', 'AbortError');
            realm.turns.soon(realm, `lock ${name} is stolen`, () => reject(stolen));
          },
        };
        let isTold = false;
        if (signal)
          realm.turns.whenAborted(signal, () => {
            if (isTold) return;
            leave();
            reject(signal.reason);
          });
        const held = steal ? queue.filter(({ isHeld }) => isHeld) : [];
        for (const { lose } of held) lose();
        const waiting = queue.filter((other) => !held.includes(other));
        this.#keep(name, steal ? [claim, ...waiting] : [...waiting, claim]);
      });
    };
    const all = (isHeld: boolean) =>
      [...this.#queues].flatMap(([name, queue]) =>
        queue.filter((claim) => claim.isHeld === isHeld).map(({ mode }) => ({ name, mode })),
      );
    const query = async () => ({ held: all(true), pending: all(false) });
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

/** An open `BroadcastChannel`, as the other channels of the same name see it. */
interface Member {
  receive(from: Member, data: unknown): void;
}

/** Broadcast channels of one device. Messages from one member to another arrive in order. */
export class Channels {
  readonly #open = new Map<string, Set<Member>>();

  /** Returns the `BroadcastChannel` of one realm. It throws if storage is forbidden, as in Firefox. */
  of(realm: Realm, faults: StorageFaults) {
    const open = this.#open;
    return class extends EventTarget {
      readonly #wayFrom = inOrderOfEach(realm.turns, realm, 'a broadcast arrives');
      readonly #member: Member = { receive: (from, data) => this.#receive(from, data) };
      readonly #members: Set<Member>;
      onmessage: ((event: MessageEvent) => void) | null = null;

      constructor(name: string) {
        super();
        if (faults.isForbidden) throw faults.forbidden();
        this.#members = open.get(name) ?? new Set();
        open.set(name, this.#members.add(this.#member));
        this.addEventListener('message', (event) => this.onmessage?.(event as MessageEvent));
      }

      postMessage(message: unknown) {
        if (!realm.isAlive) return;
        if (!this.#members.has(this.#member)) throw new DOMException('The channel is closed', 'InvalidStateError');
        const data = copyOf(message);
        for (const member of this.#members) if (member !== this.#member) member.receive(this.#member, data);
      }

      close() {
        this.#members.delete(this.#member);
      }

      #receive(from: Member, data: unknown) {
        this.#wayFrom(from)(() => {
          if (this.#members.has(this.#member)) this.dispatchEvent(new MessageEvent('message', { data }));
        });
      }
    };
  }
}

/** Returns the `MessageChannel` of a realm. Messages to both ports arrive in turns of the realm. */
export function messageChannelOf(realm: Realm) {
  type Port = { onmessage?: (event: { data: unknown }) => void; close(): void; postMessage(data: unknown): void };
  return class {
    readonly port1: Port;
    readonly port2: Port;

    constructor() {
      let isOpen = true;
      const portTo = (other: () => Port): Port => {
        const send = inOrder(realm.turns, realm, 'a message arrives');
        return {
          close() {
            isOpen = false;
          },
          postMessage(message) {
            const data = copyOf(message);
            send(() => isOpen && other().onmessage?.({ data }));
          },
        };
      };
      this.port1 = portTo(() => this.port2);
      this.port2 = portTo(() => this.port1);
    }
  };
}
