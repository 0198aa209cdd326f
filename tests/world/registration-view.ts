import { appOrigin } from './app-origin.ts';
import { copyOf } from './copy-of.ts';
import { inOrder, type Way } from './in-order.ts';
import type { InstalledWorker, WorkerState } from './installed-worker.ts';
import type { Realm } from './realm.ts';
import { extendable } from './worker-event.ts';

/** The workers of a registration. */
export interface Slots {
  installing?: InstalledWorker | undefined;
  waiting?: InstalledWorker | undefined;
  active?: InstalledWorker | undefined;
}

interface Methods {
  update(): Promise<unknown>;
  sync: { register(tag: string): Promise<void> };
}

interface WorkerObject extends EventTarget {
  state: WorkerState;
}

/** The registration as one page or worker sees it. Changes arrive in order, each in a separate turn. */
export class RegistrationView {
  readonly registration: EventTarget & Methods & Record<keyof Slots, WorkerObject | null>;
  /** Runs work in a turn of that page or worker, after all earlier changes. */
  readonly tell: Way;
  readonly #realm: Realm;
  readonly #objects = new Map<InstalledWorker, WorkerObject>();

  constructor(realm: Realm, slots: Slots, methods: Methods) {
    this.#realm = realm;
    this.tell = inOrder(realm.turns, realm, 'the registration changes');
    this.registration = Object.assign(new EventTarget(), {
      scope: `${appOrigin}/`,
      ...methods,
      ...this.#objectsOf(slots),
    });
  }

  get isAlive(): boolean {
    return this.#realm.isAlive;
  }

  show(slots: Slots): void {
    const objects = this.#objectsOf(slots);
    this.tell(() => Object.assign(this.registration, objects));
  }

  tellUpdateFound(): void {
    this.tell(() => this.registration.dispatchEvent(new Event('updatefound')));
  }

  showState(worker: InstalledWorker): void {
    const { state } = worker;
    const object = this.#objects.get(worker);
    if (!object) return;
    this.tell(() => {
      object.state = state;
      object.dispatchEvent(new Event('statechange'));
    });
  }

  /** Returns the object that represents the worker in this program. */
  objectOf(worker: InstalledWorker): WorkerObject {
    const realm = this.#realm;
    const known = this.#objects.get(worker);
    if (known) return known;
    const made = Object.assign(new EventTarget(), {
      scriptURL: `${appOrigin}/worker.js`,
      state: worker.state,
      postMessage: (message: unknown, ports: unknown[] | { transfer?: unknown[] } = []) => {
        if (!realm.isAlive) return;
        const sent = Array.isArray(ports) ? ports : (ports.transfer ?? []);
        const event = Object.assign(extendable(), { data: copyOf(message), ports: sent });
        worker.dispatch({ type: 'message', event, from: realm });
      },
    });
    this.#objects.set(worker, made);
    return made;
  }

  #objectsOf({ installing, waiting, active }: Slots) {
    const objectOrNull = (worker: InstalledWorker | undefined) => (worker ? this.objectOf(worker) : null);
    return { installing: objectOrNull(installing), waiting: objectOrNull(waiting), active: objectOrNull(active) };
  }
}
