import { Locks } from '../../world/storage.ts';
import { StorageFaults } from '../../world/storage-faults.ts';
import { openRealm } from './realm-at-once.ts';

export interface HeldLocks extends Disposable {
  isHeld(name: string): boolean;
}

/** Installs in-memory Web Locks (tests/world/storage.ts) until disposed of. */
export function openLocks(): HeldLocks {
  const locks = new Locks();
  const value = locks.of(openRealm(), new StorageFaults());
  Object.defineProperty(navigator, 'locks', { value, configurable: true });
  return {
    isHeld: (name) => locks.isHeld(name),
    [Symbol.dispose]: () => void Reflect.deleteProperty(navigator, 'locks'),
  };
}
