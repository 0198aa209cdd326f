import { Realm } from '../../world/realm.ts';
import { Turns } from '../../world/turns.ts';

/** Runs all work in a microtask, without waiting for a turn. */
class NoTurns extends Turns {
  override soon(_owner: unknown, _label: string, work: () => void): void {
    queueMicrotask(work);
  }
}

/** Opens a page for the stand-ins of tests/world, which then do their work at once. */
export const openRealm = (): Realm => new Realm('page', new NoTurns(1));
