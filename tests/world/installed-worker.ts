import type { BuildName } from './app-builds.ts';
import type { Way } from './in-order.ts';
import type { Realm } from './realm.ts';
import type { WorkerEvent } from './worker-event.ts';

export type WorkerState = 'installing' | 'installed' | 'activating' | 'activated' | 'redundant';

/** A worker that runs. */
export interface RunningWorker {
  realm: Realm;
  scope: EventTarget;
  messageFrom: (sender: object) => Way;
}

interface Dispatched {
  type: string;
  event: WorkerEvent;
  /** Its handlers have run. */
  onHandled?(realm: Realm): unknown;
  /** It does not come to its end. */
  onKill?(): void;
  /** Who sends it, where what they send comes in order. */
  from?: object;
}

/** A worker of one build that a device has installed: it is started whenever an event comes for it, and ended again. */
export class InstalledWorker {
  state: WorkerState = 'installing';
  skipsWaiting = false;
  /** Nothing but the product can have deleted its files. */
  isWhole = true;
  /** Who controls its pages since it was replaced. */
  successor: InstalledWorker | undefined;
  /** Hears that no event is under way any more. */
  onIdle: () => void = () => undefined;
  readonly build: BuildName;
  readonly #start: (worker: InstalledWorker) => RunningWorker;
  #running: RunningWorker | undefined;
  readonly #underWay = new Set<WorkerEvent>();
  /** What has come before it was activated. */
  readonly #held: Dispatched[] = [];

  constructor(build: BuildName, start: (worker: InstalledWorker) => RunningWorker) {
    this.build = build;
    this.#start = start;
  }

  get isBusy(): boolean {
    return this.#underWay.size > 0 || this.#held.length > 0;
  }

  /** As by SIGKILL. */
  kill(): void {
    this.#underWay.clear();
    this.#running?.realm.kill();
    this.#running = undefined;
  }

  /** It is killed for good: what waits for it does not come to it. */
  end(): void {
    for (const { onKill } of this.#held.splice(0)) onKill?.();
    this.kill();
  }

  /** Dispatches an event, for which it is started if it is not running. What comes while it is activated waits. */
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

  /** It is activated. */
  dispatchHeld(): void {
    for (const dispatched of this.#held.splice(0)) this.dispatch(dispatched);
  }
}
