import type { Instantiate } from './bundle.ts';
import { Caches } from './cache-storage.ts';
import { Cookies } from './cookies.ts';
import type * as IndexedDb from './indexed-db.ts';
import type { Network } from './network.ts';
import type * as Page from './page/page.ts';
import { asGlobalObject, commonGlobals, never, Realm } from './realm.ts';
import { Channels, Locks, messageChannelOf, webStorage } from './storage.ts';
import { StorageFaults } from './storage-faults.ts';
import type { Turns } from './turns.ts';

export const appOrigin = 'http://app.example';

/** What runs on devices, built once for all lives. */
export interface DevicePrograms {
  page: Instantiate<typeof Page>;
  worker: Instantiate<object>;
  indexedDb: Instantiate<typeof IndexedDb>;
}

interface Worker {
  realm: Realm;
  scope: EventTarget;
}

export interface OpenTab {
  name: string;
  realm: Realm;
  page: ReturnType<typeof Page.openPage>;
  isControlled: boolean;
  container: EventTarget;
  window: EventTarget;
  document: EventTarget & { visibilityState: DocumentVisibilityState };
  session: Record<string, string>;
}

const noRequire = (name: string): never => {
  throw new Error(`A browser has no module ${name}`);
};

/** A browser on somebody's device: its tabs, its worker, and all that it stores. */
export class Device {
  readonly name: string;
  isOnline = true;
  /** What it posts next arrives, and it does not hear so. */
  losesNextAnswer = false;
  readonly clock = { ahead: 0 };
  readonly storageFaults = new StorageFaults();
  readonly tabs: (OpenTab | undefined)[] = [];
  /** How many of its workers have died. */
  workerDeaths = 0;
  readonly #turns: Turns;
  readonly #programs: DevicePrograms;
  readonly #network: Network;
  readonly #local: Record<string, string> = {};
  readonly #caches = new Caches(this.storageFaults);
  readonly #locks = new Locks();
  readonly #channels = new Channels();
  readonly #cookies = new Cookies(appOrigin, this.storageFaults);
  readonly #databases: ReturnType<typeof openDatabases>;
  #workerState: 'none' | 'installing' | 'active' = 'none';
  #worker: Worker | undefined;
  #syncs = new Set<string>();

  constructor(name: string, turns: Turns, programs: DevicePrograms, network: Network) {
    this.name = name;
    this.#turns = turns;
    this.#programs = programs;
    this.#network = network;
    this.#databases = openDatabases(name, turns, programs.indexedDb, this.storageFaults);
  }

  /** Opens the app in a tab, or anew in the same tab, whose session storage stays. */
  open(at: number, events: Page.PageEvents, session = this.tabs[at]?.session ?? {}): OpenTab {
    const before = this.tabs[at];
    before?.realm.kill();
    const realm = new Realm(`${this.name}, tab ${at + 1}`, this.#turns);
    const container = new EventTarget();
    const window = new EventTarget();
    const document = Object.assign(new EventTarget(), {
      visibilityState: 'visible' as DocumentVisibilityState,
      readyState: 'complete',
      querySelector: () => null,
      querySelectorAll: () => [],
    });
    const cookies = this.#cookies;
    Object.defineProperty(document, 'cookie', { get: () => '', set: (line: string) => cookies.take(line) });
    const tab: OpenTab = {
      name: realm.name,
      realm,
      page: undefined as unknown as OpenTab['page'],
      // A tab that is opened while a worker is there is served by it.
      isControlled: this.#workerState === 'active',
      container,
      window,
      document,
      session,
    };
    this.tabs[at] = tab;
    const globals = {
      ...this.#globals(realm, (request) => this.#fetchFromPage(tab, request)),
      document,
      localStorage: webStorage(this.#local, this.storageFaults, () => this.#tellStorage(tab)),
      sessionStorage: webStorage(session, this.storageFaults, () => undefined),
      addEventListener: window.addEventListener.bind(window),
      removeEventListener: window.removeEventListener.bind(window),
      matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
      scrollY: 0,
    };
    Object.assign(globals.navigator, { serviceWorker: this.#containerOf(tab), onLine: true });
    tab.page = this.#programs.page({ ...globals, ...globalsAsProperties(globals) }, noRequire).openPage(events);
    return tab;
  }

  /** The page's last moment, as it is left or reloaded. */
  leave(tab: OpenTab): void {
    tab.document.visibilityState = 'hidden';
    tab.document.dispatchEvent(new Event('visibilitychange'));
    tab.window.dispatchEvent(new Event('pagehide'));
  }

  /** As by SIGKILL, and the tab does not come back. */
  kill(at: number): void {
    this.tabs[at]?.realm.kill();
    this.tabs[at] = undefined;
  }

  /** Whether a page that is opened now is served without a network. */
  get hasWorker(): boolean {
    return this.#workerState === 'active';
  }

  deleteCaches(): void {
    this.storageFaults.losses += 1;
    this.#caches.deleteAll();
  }

  /** As a browser does to a site, or a person: all that it has stored goes, its worker too. Open tabs live on. */
  deleteStorage(): void {
    this.deleteCaches();
    this.#databases.deleteAll();
    for (const key of Object.keys(this.#local)) Reflect.deleteProperty(this.#local, key);
    this.#cookies.deleteAll();
    this.#syncs.clear();
    this.killWorker();
    this.#workerState = 'none';
    for (const tab of this.tabs) {
      if (tab) this.#turns.soon(tab.realm, 'storage has changed', () => tab.window.dispatchEvent(new Event('storage')));
    }
  }

  killWorker(): void {
    this.workerDeaths += 1;
    this.#worker?.realm.kill();
    this.#worker = undefined;
    if (this.#workerState === 'installing') this.#workerState = 'none';
  }

  /** The browser has noticed that there is a network again: it syncs, also where every tab is closed. */
  sync(): void {
    for (const tag of this.#syncs) {
      this.#syncs.delete(tag);
      const event = Object.assign(extendable(), { tag, lastChance: false });
      this.#inWorker('sync', event, () =>
        Promise.all(event.waited).catch(() => {
          this.#syncs.add(tag);
        }),
      );
    }
  }

  #globals(realm: Realm, fetch: (request: Request) => Promise<Response>) {
    const location = Object.assign(new URL(appOrigin), { assign: () => undefined, reload: () => undefined });
    class WorldRequest extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(input instanceof Request ? input : new URL(String(input), appOrigin), init);
      }
    }
    const seed = this.#turns.newSeed();
    return {
      ...commonGlobals(realm, seed, this.clock),
      location,
      navigator: { locks: this.#locks.of(realm), storage: undefined, userAgent: 'world' },
      indexedDB: this.#databases.of(realm),
      IDBKeyRange: this.#databases.IDBKeyRange,
      caches: this.#caches.of(realm, appOrigin),
      BroadcastChannel: this.#channels.of(realm),
      MessageChannel: messageChannelOf(realm),
      Request: WorldRequest,
      fetch: async (input: RequestInfo | URL, init?: RequestInit) =>
        realm.isAlive ? fetch(new WorldRequest(input, init)) : never<Response>(),
    };
  }

  #fromNetwork(realm: Realm, request: Request): Promise<Response> {
    const isUnheard = this.losesNextAnswer && request.method === 'POST';
    if (isUnheard) this.losesNextAnswer = false;
    const certain = isUnheard ? 'the answer is lost' : undefined;
    return this.#network.call(realm, () => this.isOnline, request, this.#cookies, certain);
  }

  #tellStorage(from: OpenTab): void {
    for (const tab of this.tabs) {
      if (!tab || tab === from) continue;
      this.#turns.soon(tab.realm, 'storage has changed', () => tab.window.dispatchEvent(new Event('storage')));
    }
  }

  #fetchFromPage(tab: OpenTab, request: Request): Promise<Response> {
    if (!tab.isControlled) return this.#fromNetwork(tab.realm, request);
    return new Promise((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
      const answers: Promise<Response>[] = [];
      const event = Object.assign(extendable(), {
        request,
        respondWith: (answer: Response | Promise<Response>) => void answers.push(Promise.resolve(answer)),
      });
      const path = new URL(request.url).pathname;
      const failed = () => reject(new TypeError('Failed to fetch'));
      this.#inWorker('fetch', event, (worker) => {
        const [answer] = answers;
        if (!answer) return this.#fromNetwork(tab.realm, request).then(resolve, reject);
        worker.onKill(() => this.#turns.soon(tab.realm, `${path}: the worker has died`, failed));
        return answer.then(
          (response) =>
            this.#turns.soon(tab.realm, `${path} from the worker`, () =>
              response.type === 'error' ? failed() : resolve(response),
            ),
          () => this.#turns.soon(tab.realm, `${path}: the worker fails`, failed),
        );
      });
    });
  }

  /** Dispatches an event in the worker, which is started for it if it is not running. */
  #inWorker(type: string, event: Event, then: (realm: Realm) => unknown): void {
    const { realm, scope } = this.#worker ?? this.#startWorker();
    this.#turns.soon(realm, type, () => {
      scope.dispatchEvent(Object.defineProperty(event, 'type', { value: type }));
      then(realm);
    });
  }

  #startWorker(): Worker {
    const realm = new Realm(`${this.name}, worker`, this.#turns);
    const scope = new EventTarget();
    const worker = { realm, scope };
    this.#worker = worker;
    const globals = {
      ...this.#globals(realm, (request) => this.#fromNetwork(realm, request)),
      addEventListener: scope.addEventListener.bind(scope),
      removeEventListener: scope.removeEventListener.bind(scope),
      registration: this.#registration(realm),
      clients: {
        matchAll: async ({ includeUncontrolled = false } = {}) =>
          this.tabs
            .filter((tab) => tab !== undefined)
            .filter((tab) => tab.isControlled || includeUncontrolled)
            .map((tab) => ({
              postMessage: (message: unknown, ports: unknown[] = []) => {
                const data = structuredClone(message);
                const event = Object.assign(new Event('message'), { data, ports });
                this.#turns.soon(tab.realm, 'a message of the worker', () => tab.container.dispatchEvent(event));
              },
            })),
        claim: async () => this.#claim(),
      },
    };
    const own = { ...globals, files: [], skipWaiting: async () => undefined };
    this.#programs.worker({ ...own, ...globalsAsProperties(own) }, noRequire);
    return worker;
  }

  #claim(): void {
    for (const tab of this.tabs) {
      if (!tab || tab.isControlled) continue;
      this.#turns.soon(tab.realm, 'the worker takes over', () => {
        tab.isControlled = true;
        tab.container.dispatchEvent(new Event('controllerchange'));
      });
    }
  }

  #registration(realm: Realm) {
    const worker = (is: 'installing' | 'active') => () => (this.#workerState === is ? this.#workerObject(realm) : null);
    const registration = Object.assign(new EventTarget(), {
      scope: `${appOrigin}/`,
      waiting: null,
      update: async () => undefined,
      sync: { register: async (tag: string) => void this.#syncs.add(tag) },
    });
    Object.defineProperty(registration, 'installing', { get: worker('installing') });
    Object.defineProperty(registration, 'active', { get: worker('active') });
    return registration;
  }

  #workerObject(realm: Realm) {
    return Object.assign(new EventTarget(), {
      scriptURL: `${appOrigin}/worker.js`,
      state: this.#workerState === 'active' ? 'activated' : 'installing',
      postMessage: (message: unknown, ports: unknown[] = []) => {
        if (!realm.isAlive) return;
        const event = Object.assign(extendable(), { data: structuredClone(message), ports });
        this.#inWorker('message', event, () => Promise.allSettled(event.waited));
      },
    });
  }

  #containerOf(tab: OpenTab) {
    const { realm, container } = tab;
    const registration = this.#registration(realm);
    const controller = this.#workerObject(realm);
    Object.defineProperty(container, 'controller', { get: () => (tab.isControlled ? controller : null) });
    return Object.assign(container, {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      register: () =>
        realm.ask('the worker is registered', () => {
          if (this.#workerState === 'none') this.#install();
          return registration;
        }),
    });
  }

  #install(): void {
    this.#workerState = 'installing';
    const installing = extendable();
    this.#inWorker('install', installing, async (realm) => {
      const isInstalled = await Promise.all(installing.waited).then(
        () => true,
        () => false,
      );
      if (!realm.isAlive) return;
      if (!isInstalled) return this.killWorker();
      this.#workerState = 'active';
      const activating = extendable();
      this.#inWorker('activate', activating, () => Promise.allSettled(activating.waited));
    });
  }
}

function extendable() {
  const waited: Promise<unknown>[] = [];
  return Object.assign(new Event('event'), {
    waited,
    waitUntil(work: Promise<unknown>) {
      // A worker that fails is logged by the browser, and goes on.
      work.catch(() => undefined);
      waited.push(work);
    },
  });
}

/** Code may ask for a global by its name, or as a property of `globalThis`, `self` or `window`. */
function globalsAsProperties(globals: object) {
  const all: Record<string, unknown> = asGlobalObject({ ...globals, isSecureContext: true });
  for (const name of ['globalThis', 'self', 'window']) all[name] = all;
  return { globalThis: all, self: all, window: all };
}

/** IndexedDB of one device: its databases outlive every realm, and each realm has connections of its own. */
function openDatabases(device: string, turns: Turns, program: Instantiate<typeof IndexedDb>, faults: StorageFaults) {
  const disk = { name: `${device}, databases`, isAlive: true };
  const waiting: (() => void)[] = [];
  const realm = new Realm(disk.name, turns);
  // In the order that it asks for: within a database, order is a promise.
  const setImmediate = (work: () => void) => {
    waiting.push(work);
    turns.soon(disk, 'databases', () => faults.whenItAnswers(() => waiting.shift()?.()));
  };
  const common = commonGlobals(realm, 0, { ahead: 0 });
  const globals = { ...common, setImmediate };
  const {
    databases: { IDBFactory, IDBKeyRange },
  } = program({ ...globals, ...globalsAsProperties(globals) }, noRequire);
  const shared = new IDBFactory();
  const open = new Set<IDBDatabase>();
  return {
    IDBKeyRange,
    /** Connections end, and what they were about to write is not there. */
    deleteAll() {
      for (const connection of open) {
        abortAll(connection);
        connection.close();
      }
      open.clear();
      Reflect.get(shared, '_databases').clear();
    },
    of(owner: Realm) {
      const factory = new IDBFactory();
      for (const part of ['_databases', '_connectionQueues']) Reflect.set(factory, part, Reflect.get(shared, part));
      const connections = new Set<IDBDatabase>();
      owner.onKill(() => {
        for (const connection of connections) {
          abortAll(connection);
          connection.close();
          open.delete(connection);
        }
      });
      return {
        open(...given: Parameters<IDBFactory['open']>) {
          if (!owner.isAlive) return {};
          if (faults.isForbidden) throw faults.forbidden();
          const request = factory.open(...given);
          request.addEventListener('success', () => {
            connections.add(request.result);
            open.add(request.result);
            failTransactions(request.result, faults);
            if (!owner.isAlive) request.result.close();
          });
          return request;
        },
        deleteDatabase: (name: string) => (owner.isAlive ? factory.deleteDatabase(name) : {}),
        databases: () => (owner.isAlive ? factory.databases() : never()),
      };
    },
  };
}

function abortAll(connection: IDBDatabase): void {
  const raw: { transactions: { db: unknown; _state: string; _abort(reason: string): void }[] } = Reflect.get(
    connection,
    '_rawDatabase',
  );
  for (const transaction of raw.transactions)
    if (transaction.db === connection && transaction._state !== 'finished') transaction._abort('AbortError');
}

/** Aborts a transaction that is to fail, as soon as all that it is asked for has been asked. */
function failTransactions(connection: IDBDatabase, faults: StorageFaults): void {
  const begin = connection.transaction.bind(connection);
  connection.transaction = (...given) => {
    const transaction = begin(...given);
    const failure = faults.next({ isWrite: given[1] === 'readwrite' });
    const abort = () => (transaction as unknown as { _abort(reason: string): void })._abort(failure?.name ?? '');
    if (failure) queueMicrotask(abort);
    return transaction;
  };
}
