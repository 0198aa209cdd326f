import { Realm } from '../../world/realm.ts';
import { Turns } from '../../world/turns.ts';

/** Nobody waits for a turn. */
class NoTurns extends Turns {
  override soon(_owner: unknown, _label: string, work: () => void): void {
    queueMicrotask(work);
  }
}

/** A page for the stand-ins of the world, with everything done as soon as it is asked for. */
export const openRealm = (): Realm => new Realm('page', new NoTurns(1));
