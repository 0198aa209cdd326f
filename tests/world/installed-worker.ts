import type { BuildName } from './app-builds.ts';
import type { Way } from './in-order.ts';
import type { Realm } from './realm.ts';
import type { WorkerEvent } from './worker-event.ts';

export type WorkerState = 'installing' | 'installed' | 'activating' | 'activated' | 'redundant';

/** The running program of a worker, with a queue of messages for each sender. */
export interface RunningWorker {
  realm: Realm;
  scope: EventTarget;
  messageFrom: (sender: object) => Way;
}

interface Dispatched {
  type: string;
  event: WorkerEvent;
  /** Called when the event's handlers have run. */
  onHandled?(realm: Realm): unknown;
  /** Called if the worker dies, even if the event has ended by then. */
  onKill?(): void;
  /** The sender. Events of one sender arrive in order; events without a sender may overtake each other. */
  from?: object;
}

/** An installed worker of one build. An event starts its program if the program is not running. */
export class InstalledWorker {
  state: WorkerState = 'installing';
  skipsWaiting = false;
  /** Becomes false when the browser deletes the caches, which hold the worker's files. */
  isWhole = true;
  /** The worker that has replaced this one and controls its pages. */
  successor: InstalledWorker | undefined;
  /** Called when no event is under way any more. */
  onIdle: () => void = () => undefined;
  readonly build: BuildName;
  readonly #start: (worker: InstalledWorker) => RunningWorker;
  #running: RunningWorker | undefined;
  readonly #underWay = new Set<WorkerEvent>();
  /** Events that arrived during the worker's activation, and wait for its end. */
  readonly #held: Dispatched[] = [];

  constructor(build: BuildName, start: (worker: InstalledWorker) => RunningWorker) {
    this.build = build;
    this.#start = start;
  }

  get isBusy(): boolean {
    return this.#underWay.size > 0 || this.#held.length > 0;
  }

  /** Kills the worker's program as by SIGKILL. */
  kill(): void {
    this.#underWay.clear();
    this.#running?.realm.kill();
    this.#running = undefined;
  }

  /** Ends the worker for good, with all events that wait for its activation. */
  end(): void {
    for (const { onKill } of this.#held.splice(0)) onKill?.();
    this.kill();
  }

  /** Dispatches an event, and starts the worker if it is not running. Events during its activation wait. */
  dispatch(dispatched: Dispatched): void {
    const { type, event, onHandled, onKill, from } = dispatched;
    if (this.state === 'activating' && type !== 'activate') {
      this.#held.push(dispatched);
      return;
    }
    this.#running ??= this.#start(this);
    const { realm, scope, messageFrom } = this.#running;
    if (onKill) realm.onKill(onKill);
    this.#underWay.add(event);
    event.whenOver(() => {
      if (this.#underWay.delete(event) && !this.isBusy) this.onIdle();
    });
    const work = () => {
      scope.dispatchEvent(Object.defineProperty(event, 'type', { value: type }));
      onHandled?.(realm);
      event.endDispatch();
    };
    if (from) messageFrom(from)(work);
    else realm.turns.soon(realm, type, work);
  }

  /** Dispatches the events that waited for the worker's activation. */
  dispatchHeld(): void {
    for (const dispatched of this.#held.splice(0)) this.dispatch(dispatched);
  }
}
