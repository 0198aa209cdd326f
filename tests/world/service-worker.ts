import { appOrigin } from './app-origin.ts';
import { BackgroundSyncs } from './background-sync.ts';
import { browserGlobals, globalsAsProperties, noModules } from './browser-globals.ts';
import type { Instantiate } from './bundle.ts';
import { CallFailed } from './call-failed.ts';
import type { Device, OpenTab } from './device.ts';
import { inOrderOfEach, type Way } from './in-order.ts';
import { Realm } from './realm.ts';
import { extendable, type WorkerEvent } from './worker-event.ts';
import { WorldResponse } from './world-response.ts';

/** A worker that runs. */
interface RunningWorker {
  realm: Realm;
  scope: EventTarget;
  messageFrom: (sender: object) => Way;
}

/** The service worker of one device: its registration, its life, and the events that it is started for. */
export class ServiceWorker {
  /** How often it has died. */
  deaths = 0;
  readonly #device: Device;
  readonly #program: Instantiate<object>;
  #state: 'none' | 'installing' | 'active' = 'none';
  #running: RunningWorker | undefined;
  /** Who waits until it is active. */
  readonly #waiting: (() => void)[] = [];
  readonly #syncs = new BackgroundSyncs((given, end) => {
    const event = Object.assign(extendable(), given);
    const { realm } = this.#dispatch('sync', event, () =>
      Promise.all(event.waited).then(
        () => end(true),
        () => end(false),
      ),
    );
    realm.onKill(() => end(false));
  });

  constructor(device: Device, program: Instantiate<object>) {
    this.#device = device;
    this.#program = program;
  }

  get isActive(): boolean {
    return this.#state === 'active';
  }

  kill(): void {
    this.deaths += 1;
    this.#running?.realm.kill();
    this.#running = undefined;
    if (this.#state === 'installing') this.#state = 'none';
  }

  /** It is killed, and no longer registered. */
  remove(): void {
    this.#syncs.deleteAll();
    this.kill();
    this.#state = 'none';
  }

  /** @returns registers it again as it is now; what was to be synced in the background is not known then. */
  copy(): () => void {
    const { isActive } = this;
    return () => {
      this.remove();
      if (isActive) this.#state = 'active';
    };
  }

  /** The browser lets it look for new posts, as Chromium does now and then. */
  syncPeriodically(): void {
    if (!this.isActive) return;
    const event = Object.assign(extendable(), { tag: 'following' });
    this.#dispatch('periodicsync', event, () => Promise.allSettled(event.waited));
  }

  /** The browser syncs, also where every tab is closed. */
  sync(): void {
    this.#syncs.dispatch();
  }

  /** A call of a page that it controls. */
  fetch(tab: OpenTab, request: Request): Promise<Response> {
    const { turns } = this.#device;
    return new Promise((resolve, reject) => {
      turns.whenAborted(request.signal, () => reject(request.signal.reason));
      const answers: Promise<Response>[] = [];
      const event = Object.assign(extendable(), {
        request,
        respondWith(answer: Response | Promise<Response>) {
          answers.push(Promise.resolve(answer));
          event.waitUntil(Promise.resolve(answer));
        },
      });
      const path = new URL(request.url).pathname;
      const failed = () => reject(new CallFailed('Failed to fetch'));
      this.#dispatch('fetch', event, (realm) => {
        const [answer] = answers;
        if (!answer) return this.#device.fromNetwork(tab.realm, request).then(resolve, reject);
        realm.onKill(() => turns.soon(tab.realm, `${path}: the worker has died`, failed));
        return answer.then(
          (response) =>
            turns.soon(tab.realm, `${path} from the worker`, () =>
              response.type === 'error' ? failed() : resolve(answerOf(response, request)),
            ),
          () => turns.soon(tab.realm, `${path}: the worker fails`, failed),
        );
      });
    });
  }

  /** `navigator.serviceWorker` of a page. */
  containerOf(tab: OpenTab) {
    const { realm, container } = tab;
    const registration = this.#registration(realm);
    const controller = this.#workerObject(realm);
    Object.defineProperty(container, 'controller', { get: () => (tab.isControlled ? controller : null) });
    return Object.assign(container, {
      ready: this.#untilActive(realm).then(() => registration),
      getRegistration: async () => (this.#state === 'none' ? undefined : registration),
      register: () =>
        realm.ask('the worker is registered', () => {
          if (this.#state === 'none') this.#install();
          return registration;
        }),
    });
  }

  /**
   * Dispatches an event, for which it is started if it is not running.
   *
   * @param from who sends it, where what they send comes in order.
   */
  #dispatch(type: string, event: WorkerEvent, then: (realm: Realm) => unknown, from?: object): RunningWorker {
    const worker = this.#running ?? this.#start();
    const { realm, scope } = worker;
    const work = () => {
      scope.dispatchEvent(Object.defineProperty(event, 'type', { value: type }));
      event.endDispatch();
      then(realm);
    };
    if (from) worker.messageFrom(from)(work);
    else this.#device.turns.soon(realm, type, work);
    return worker;
  }

  #start(): RunningWorker {
    const { name, turns } = this.#device;
    const realm = new Realm(`${name}, worker`, turns);
    const scope = new EventTarget();
    const worker = { realm, scope, messageFrom: inOrderOfEach(turns, realm, 'message') };
    this.#running = worker;
    const globals = {
      ...browserGlobals(this.#device, realm, (request) => this.#device.fromNetwork(realm, request)),
      addEventListener: scope.addEventListener.bind(scope),
      removeEventListener: scope.removeEventListener.bind(scope),
      registration: this.#registration(realm),
      clients: this.#clientsOf(realm),
    };
    const own = { ...globals, files: [], skipWaiting: async () => undefined };
    this.#program({ ...own, ...globalsAsProperties(own) }, noModules);
    return worker;
  }

  #clientsOf(realm: Realm) {
    return {
      matchAll: async ({ includeUncontrolled = false } = {}) =>
        this.#device.tabs
          .filter((tab) => tab !== undefined)
          .filter((tab) => tab.isControlled || includeUncontrolled)
          .map((tab) => ({
            postMessage: (message: unknown, ports: unknown[] = []) => {
              const data = structuredClone(message);
              const event = Object.assign(new Event('message'), { data, ports });
              tab.workerMessages(realm)(() => tab.container.dispatchEvent(event));
            },
          })),
      claim: async () => this.#claim(),
    };
  }

  #claim(): void {
    for (const tab of this.#device.tabs) {
      if (!tab || tab.isControlled) continue;
      this.#device.turns.soon(tab.realm, 'the worker takes over', () => {
        tab.isControlled = true;
        tab.container.dispatchEvent(new Event('controllerchange'));
      });
    }
  }

  #registration(realm: Realm) {
    const worker = (is: 'installing' | 'active') => () => (this.#state === is ? this.#workerObject(realm) : null);
    const registration = Object.assign(new EventTarget(), {
      scope: `${appOrigin}/`,
      waiting: null,
      update: async () => undefined,
      sync: { register: (tag: string) => this.#registerSync(realm, tag) },
    });
    Object.defineProperty(registration, 'installing', { get: worker('installing') });
    Object.defineProperty(registration, 'active', { get: worker('active') });
    return registration;
  }

  #registerSync(realm: Realm, tag: string): Promise<void> {
    return realm.ask(`sync ${tag}`, () => {
      if (!this.isActive) throw new DOMException('There is no active worker', 'InvalidStateError');
      this.#syncs.register(tag);
      if (this.#device.isOnline) this.sync();
    });
  }

  #workerObject(realm: Realm) {
    const worker = Object.assign(new EventTarget(), {
      scriptURL: `${appOrigin}/worker.js`,
      postMessage: (message: unknown, ports: unknown[] = []) => {
        if (!realm.isAlive) return;
        const event = Object.assign(extendable(), { data: structuredClone(message), ports });
        this.#dispatch('message', event, () => undefined, realm);
      },
    });
    const state = () => (this.isActive ? 'activated' : 'installing');
    return Object.defineProperty(worker, 'state', { get: state });
  }

  #untilActive(realm: Realm): Promise<void> {
    if (this.isActive) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(() => this.#device.turns.soon(realm, 'the worker is active', resolve));
    });
  }

  #install(): void {
    this.#state = 'installing';
    const installing = extendable();
    this.#dispatch('install', installing, async (realm) => {
      const [failed] = (await Promise.allSettled(installing.waited)).filter(({ status }) => status === 'rejected');
      if (!realm.isAlive) return;
      // The next page registers it anew.
      if (failed) return this.kill();
      this.#state = 'active';
      for (const tell of this.#waiting.splice(0)) tell();
      this.#dispatch('activate', extendable(), () => undefined);
    });
  }
}

/** What the worker makes comes to the page as an answer of the address that it asked for. */
function answerOf(response: Response, request: Request): Response {
  if (response.type !== 'default') return response;
  return new WorldResponse(response.body, response, { url: request.url.replace(/#.*/, ''), type: 'basic' });
}
