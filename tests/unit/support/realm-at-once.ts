import { Realm } from '../../world/realm.ts';
import { Turns } from '../../world/turns.ts';

/** Runs each piece of work in a microtask, where `Turns` would let a seed decide the order. */
class NoTurns extends Turns {
  override soon(_owner: unknown, _label: string, work: () => void): void {
    queueMicrotask(work);
  }
}

/** Returns a page's realm, in which the fake browser APIs of tests/world do their work at once. */
export const openRealm = (): Realm => new Realm('page', new NoTurns(1));
