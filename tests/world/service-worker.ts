import { appBuilds } from './app-builds.ts';
import { BackgroundSyncs } from './background-sync.ts';
import { browserGlobals, globalsAsProperties, noModules } from './browser-globals.ts';
import { CallFailed } from './call-failed.ts';
import { copyOf } from './copy-of.ts';
import type { Device, OpenTab } from './device.ts';
import { inOrderOfEach } from './in-order.ts';
import type { InstalledWorker, RunningWorker } from './installed-worker.ts';
import { Realm } from './realm.ts';
import { Registration } from './registration.ts';
import { extendable } from './worker-event.ts';
import { WorldResponse } from './world-response.ts';

/** The service worker of one device: its registration, and the events that start its workers. */
export class ServiceWorker {
  /** How often a worker has died. */
  deaths = 0;
  readonly #device: Device;
  readonly registration: Registration;
  readonly #syncs = new BackgroundSyncs((given, end) => {
    const event = Object.assign(extendable(), given);
    const ended = () =>
      Promise.all(event.waited).then(
        () => end(true),
        () => end(false),
      );
    this.registration.active?.dispatch({ type: 'sync', event, onHandled: ended, onKill: () => end(false) });
  });

  constructor(device: Device) {
    this.#device = device;
    this.registration = new Registration(device, {
      start: (worker) => this.#start(worker),
      registerSync: (realm, tag) => this.#registerSync(realm, tag),
      onDeath: () => {
        this.deaths += 1;
      },
    });
  }

  get active(): InstalledWorker | undefined {
    return this.registration.active;
  }

  get waiting(): InstalledWorker | undefined {
    return this.registration.waiting;
  }

  kill(): void {
    this.deaths += 1;
    this.registration.kill();
  }

  /** Kills all workers, and removes the registration. */
  remove(): void {
    this.#syncs.deleteAll();
    this.deaths += 1;
    this.registration.remove();
  }

  /** Copies the workers. @returns a function that registers them again, without their Background Syncs */
  copy(): () => void {
    const putBack = this.registration.copy();
    return () => {
      this.remove();
      putBack();
    };
  }

  /** Dispatches a periodic sync, as Chromium does now and then. */
  syncPeriodically(): void {
    const event = Object.assign(extendable(), { tag: 'following' });
    this.active?.dispatch({ type: 'periodicsync', event });
  }

  /** Dispatches the Background Syncs, even if every tab is closed. */
  sync(): void {
    if (this.active) this.#syncs.dispatch();
  }

  /** Dispatches a `fetch` event for a call of a page that the worker controls. */
  fetch(tab: OpenTab, worker: InstalledWorker, request: Request): Promise<Response> {
    const { turns } = this.#device;
    if (request.signal.aborted) return Promise.reject(request.signal.reason);
    const madeAt = turns.now;
    return new Promise((resolve, reject) => {
      turns.whenAborted(request.signal, () => reject(request.signal.reason));
      const answers: Promise<Response>[] = [];
      const event = Object.assign(extendable(), {
        request,
        clientId: tab.clientId,
        respondWith(answer: Response | Promise<Response>) {
          answers.push(Promise.resolve(answer));
          event.waitUntil(Promise.resolve(answer));
        },
      });
      const path = new URL(request.url).pathname;
      const failed = () => reject(new CallFailed('Failed to fetch'));
      let isPassedOn = false;
      const onHandled = () => {
        const [answer] = answers;
        if (!answer) {
          isPassedOn = true;
          return this.#device.fromNetwork(tab.realm, request, madeAt).then(resolve, reject);
        }
        return answer.then(
          (response) =>
            turns.soon(tab.realm, `${path} from the worker`, () =>
              response.type === 'error' ? failed() : resolve(answerOf(response, request)),
            ),
          () => turns.soon(tab.realm, `${path}: the worker fails`, failed),
        );
      };
      // If the worker dies, Firefox fails the call, and Chromium starts the worker again. The world fails the call, as
      // that demands more of the app. The fault 'the call arrives twice' covers Chromium.
      const onKill = () => {
        if (!isPassedOn) turns.soon(tab.realm, `${path}: the worker has died`, failed);
      };
      worker.dispatch({ type: 'fetch', event, onHandled, onKill });
    });
  }

  #start(worker: InstalledWorker): RunningWorker {
    const { name, turns } = this.#device;
    const realm = new Realm(`${name}, worker${worker.build === 'another' ? ' of another build' : ''}`, turns);
    const scope = new EventTarget();
    const globals = {
      ...browserGlobals(this.#device, realm, (request) => this.#device.fromNetwork(realm, request)),
      addEventListener: scope.addEventListener.bind(scope),
      removeEventListener: scope.removeEventListener.bind(scope),
      registration: this.registration.seenBy(realm, worker),
      clients: this.#clientsOf(realm, worker),
    };
    const skipWaiting = async () => this.registration.skipWaiting(worker);
    const own = { ...globals, __WB_MANIFEST: appBuilds[worker.build].precache, skipWaiting };
    this.#device.programsOf(worker.build).worker({ ...own, ...globalsAsProperties(own) }, noModules);
    return { realm, scope, messageFrom: inOrderOfEach(turns, realm, 'message') };
  }

  #clientsOf(realm: Realm, worker: InstalledWorker) {
    return {
      matchAll: async ({ includeUncontrolled = false } = {}) =>
        this.#device.tabs
          .filter((tab) => tab !== undefined)
          .filter((tab) => includeUncontrolled || this.registration.controllerOf(tab) === worker)
          .map((tab) => ({
            postMessage: (message: unknown, ports: unknown[] = []) => {
              const data = copyOf(message);
              const event = Object.assign(new Event('message'), { data, ports });
              tab.workerMessages(realm)(() => tab.container.dispatchEvent(event));
            },
          })),
      claim: async () => this.registration.claim(worker),
    };
  }

  #registerSync(realm: Realm, tag: string): Promise<void> {
    return realm.ask(`sync ${tag}`, () => {
      if (!this.active) throw new DOMException('There is no active worker', 'InvalidStateError');
      this.#syncs.register(tag);
      if (this.#device.isOnline) this.sync();
    });
  }
}

/** Returns the worker's response as the page sees it: a response that the worker constructed has the requested URL. */
function answerOf(response: Response, request: Request): Response {
  if (response.type !== 'default') return response;
  return new WorldResponse(response.body, response, { url: request.url.replace(/#.*/, ''), type: 'basic' });
}
