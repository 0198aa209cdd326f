import type { BuildName } from './app-builds.ts';
import type { Device, OpenTab } from './device.ts';
import { InstalledWorker, type RunningWorker, type WorkerState } from './installed-worker.ts';
import { Realm } from './realm.ts';
import { RegistrationView, type Slots } from './registration-view.ts';
import { extendable } from './worker-event.ts';
import { fetchWorkerScript } from './worker-script.ts';

/** In milliseconds: browsers end a worker that takes longer to install, or to finish an event. */
export const longestEvent = 300_000;

interface Surroundings {
  start(worker: InstalledWorker): RunningWorker;
  registerSync(realm: Realm, tag: string): Promise<void>;
  /** Called when a worker is ended in the middle of its work. */
  onDeath(): void;
}

/** The service worker registration of one device, and the life cycle of its workers (Service Workers, section 4). */
export class Registration {
  /** Called with a worker that takes over open pages from another worker. */
  onTakeOver: (worker: InstalledWorker) => void = () => undefined;
  readonly #device: Device;
  readonly #surroundings: Surroundings;
  /** The realm of the browser's own work. */
  readonly #browser: Realm;
  #slots: Slots = {};
  #views = new Map<Realm, RegistrationView>();
  #looking: Promise<void> | undefined;
  /** Callbacks that wait until a worker is active. */
  readonly #whenActive: (() => void)[] = [];

  constructor(device: Device, surroundings: Surroundings) {
    this.#device = device;
    this.#surroundings = surroundings;
    this.#browser = new Realm(`${device.name}, browser`, device.turns);
  }

  get active(): InstalledWorker | undefined {
    return this.#slots.active;
  }

  get all(): InstalledWorker[] {
    const { installing, waiting, active } = this.#slots;
    return [installing, waiting, active].filter((worker) => worker !== undefined);
  }

  get waiting(): InstalledWorker | undefined {
    return this.#slots.waiting;
  }

  /** Kills all workers. An unfinished installation fails, and an unfinished activation counts as finished. */
  kill(): void {
    for (const worker of this.all) worker.kill();
    const { installing, active } = this.#slots;
    if (installing) this.#fail(installing);
    if (active?.state === 'activating') this.#finishActivation(active);
    this.programEnded();
  }

  remove(): void {
    const { all } = this;
    this.#slots = {};
    for (const worker of all) this.#end(worker);
    this.#showSlots();
    this.#views = new Map();
  }

  /**
   * Copies the waiting and the active worker. Call this while no worker is being installed.
   *
   * @returns a function that registers the copied workers again
   */
  copy(): () => void {
    // Makes new worker objects, as removing the old ones changes their states.
    const [waiting, active] = [this.waiting, this.active].map((worker) => worker && this.#sameAs(worker));
    return () => {
      this.#change({ waiting: waiting && this.#sameAs(waiting), active: active && this.#sameAs(active) });
      this.programEnded();
    };
  }

  /** Makes the browser check for an update soon, as after every navigation through the worker. */
  lookSoon(): void {
    const { turns } = this.#device;
    turns.soon(this.#browser, 'looks for an update', () => {
      if (this.#newest) this.#look().catch(() => undefined);
    });
  }

  /** Notes that a page or a worker has ended, so that a waiting worker may activate. */
  programEnded(): void {
    if (this.waiting) this.#device.turns.soon(this.#browser, 'something has ended', () => this.#tryActivate());
  }

  controllerOf(tab: OpenTab): InstalledWorker | undefined {
    let { controller } = tab;
    while (controller?.successor) controller = controller.successor;
    return controller;
  }

  skipWaiting(worker: InstalledWorker): void {
    worker.skipsWaiting = true;
    this.#tryActivate();
  }

  claim(worker: InstalledWorker): void {
    if (worker !== this.active) throw new DOMException('The worker is not active', 'InvalidStateError');
    for (const tab of this.#device.tabs) if (tab && this.controllerOf(tab) !== worker) this.#control(tab, worker);
  }

  /** Returns the `registration` that a page or a worker sees. A redundant worker sees one without workers. */
  seenBy(realm: Realm, worker?: InstalledWorker) {
    return worker?.state === 'redundant' ? this.#viewFor(realm, {}).registration : this.#viewOf(realm).registration;
  }

  /** Returns the `navigator.serviceWorker` of a page. */
  containerOf(tab: OpenTab) {
    const { realm, container } = tab;
    let shown = tab.controller && this.#viewOf(realm).objectOf(tab.controller);
    tab.showController = (worker) => {
      shown = this.#viewOf(realm).objectOf(worker);
    };
    Object.defineProperty(container, 'controller', { get: () => shown ?? null });
    return Object.assign(container, {
      ready: this.#untilActive(realm).then(() => this.#viewOf(realm).registration),
      getRegistration: async () => (this.#newest ? this.#viewOf(realm).registration : undefined),
      register: () =>
        this.#ask(realm, 'the worker is registered', async () => {
          if (!this.#newest) await this.#look();
        }),
    });
  }

  get #newest(): InstalledWorker | undefined {
    return this.#slots.installing ?? this.#slots.waiting ?? this.#slots.active;
  }

  #viewOf(realm: Realm): RegistrationView {
    const view = this.#views.get(realm) ?? this.#viewFor(realm, this.#slots);
    this.#views.set(realm, view);
    return view;
  }

  #viewFor(realm: Realm, slots: Slots): RegistrationView {
    const view: RegistrationView = new RegistrationView(realm, slots, {
      update: () =>
        this.#ask(realm, 'an update is looked for', async () => {
          if (!this.#newest || this.#views.get(realm) !== view) throw new TypeError('It is not registered');
          await this.#look();
        }),
      sync: { register: (tag) => this.#surroundings.registerSync(realm, tag) },
    });
    return view;
  }

  /** Runs the work in a turn of the browser's realm. The caller learns its outcome after all earlier changes. */
  #ask(realm: Realm, label: string, work: () => Promise<void>) {
    return new Promise<RegistrationView['registration']>((resolve, reject) => {
      this.#device.turns.soon(this.#browser, label, () => {
        work().then(
          () => this.#viewOf(realm).tell(() => resolve(this.#viewOf(realm).registration)),
          (error) => this.#viewOf(realm).tell(() => reject(error)),
        );
      });
    });
  }

  /** Fetches the script, and installs it if it has changed. Concurrent callers share one attempt. */
  #look(): Promise<void> {
    this.#looking ??= fetchWorkerScript(this.#device, this.#browser)
      .then((build) => {
        if (this.#newest?.build !== build) this.#install(build);
      })
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  #sameAs({ build, state, isWhole }: InstalledWorker): InstalledWorker {
    return Object.assign(this.#newWorker(build), { state, isWhole });
  }

  #newWorker(build: BuildName): InstalledWorker {
    const worker = new InstalledWorker(build, this.#surroundings.start);
    worker.onIdle = () => this.#tryActivate();
    return worker;
  }

  #install(build: BuildName): void {
    const before = this.#slots.installing;
    if (before) this.#end(before);
    const worker = this.#newWorker(build);
    this.#change({ installing: worker });
    for (const view of this.#seeing()) view.tellUpdateFound();
    const event = extendable();
    const onHandled = async (realm: Realm) => {
      const [failed] = (await Promise.allSettled(event.waited)).filter(({ status }) => status === 'rejected');
      if (!realm.isAlive || this.#slots.installing !== worker) return;
      // No retry here: the next page that loads registers the worker again.
      if (failed) return this.#fail(worker);
      const { waiting } = this.#slots;
      this.#change({ installing: undefined, waiting: worker });
      if (waiting) this.#end(waiting);
      this.#setState(worker, 'installed');
      this.#tryActivate();
    };
    worker.dispatch({ type: 'install', event, onHandled });
    this.#device.turns.after(this.#browser, longestEvent, 'the installation is given up', () => {
      if (this.#slots.installing === worker) this.#fail(worker);
    });
  }

  #fail(worker: InstalledWorker): void {
    this.#change({ installing: undefined });
    this.#end(worker);
  }

  #end(worker: InstalledWorker): void {
    worker.end();
    this.#setState(worker, 'redundant');
  }

  /**
   * Activates the waiting worker if the active worker controls no page, or if the waiting worker skips waiting. Ends a
   * busy active worker after `longestEvent`.
   */
  #tryActivate(): void {
    const { waiting, active } = this.#slots;
    if (!waiting) return;
    if (active && !waiting.skipsWaiting && this.#pagesOf(active).length > 0) return;
    if (!active?.isBusy) {
      this.#activate(waiting);
      return;
    }
    this.#device.turns.after(this.#browser, longestEvent, 'the earlier worker is ended', () => {
      if (this.#slots.active !== active || !this.#slots.waiting) return;
      this.#surroundings.onDeath();
      active.kill();
      this.#finishActivation(active);
      this.#tryActivate();
    });
  }

  #activate(worker: InstalledWorker): void {
    const { active } = this.#slots;
    const pages = active ? this.#pagesOf(active) : [];
    this.#change({ waiting: undefined, active: worker });
    if (active) {
      active.successor = worker;
      this.#end(active);
    }
    this.#setState(worker, 'activating');
    if (pages.length > 0) this.onTakeOver(worker);
    for (const tab of pages) this.#control(tab, worker);
    for (const tell of this.#whenActive.splice(0)) tell();
    const event = extendable();
    event.whenOver(() => this.#finishActivation(worker));
    worker.dispatch({ type: 'activate', event });
  }

  #finishActivation(worker: InstalledWorker): void {
    if (worker.state !== 'activating') return;
    this.#setState(worker, 'activated');
    worker.dispatchHeld();
  }

  #pagesOf(worker: InstalledWorker): OpenTab[] {
    return this.#device.tabs.filter((tab) => tab !== undefined).filter((tab) => this.controllerOf(tab) === worker);
  }

  #control(tab: OpenTab, worker: InstalledWorker): void {
    this.#viewOf(tab.realm).tell(() => {
      // Changes the controller only in this turn, so that a page learns of two takeovers in their order.
      tab.controller = worker;
      tab.showController(worker);
      tab.container.dispatchEvent(new Event('controllerchange'));
    });
  }

  #untilActive(realm: Realm): Promise<void> {
    if (this.active) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenActive.push(() => this.#viewOf(realm).tell(resolve));
    });
  }

  #change(slots: Slots): void {
    this.#slots = { ...this.#slots, ...slots };
    this.#showSlots();
  }

  #showSlots(): void {
    for (const view of this.#seeing()) view.show(this.#slots);
  }

  #setState(worker: InstalledWorker, state: WorkerState): void {
    worker.state = state;
    for (const view of this.#seeing()) view.showState(worker);
  }

  /** Returns the views of programs that still run. */
  #seeing(): RegistrationView[] {
    for (const [realm, view] of this.#views) if (!view.isAlive) this.#views.delete(realm);
    return [...this.#views.values()];
  }
}
