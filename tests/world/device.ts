import { BackgroundSyncs } from './background-sync.ts';
import type { Instantiate } from './bundle.ts';
import { Caches } from './cache-storage.ts';
import { Cookies } from './cookies.ts';
import { callAcrossOrigins } from './cross-origin.ts';
import { inOrder, inOrderOfEach, type Way } from './in-order.ts';
import type * as IndexedDb from './indexed-db.ts';
import type { Network } from './network.ts';
import type * as Page from './page/page.ts';
import { decodePng, type Raster } from './picture-files.ts';
import { asGlobalObject, commonGlobals, never, Realm } from './realm.ts';
import { Channels, Locks, messageChannelOf, type StorageChange, webStorage } from './storage.ts';
import { StorageFaults } from './storage-faults.ts';
import { threadsOf } from './threads.ts';
import type { Turns } from './turns.ts';
import { extendable, type WorkerEvent } from './worker-event.ts';
import { requestOf } from './world-request.ts';
import { WorldResponse } from './world-response.ts';

export const appOrigin = 'http://app.example';

/** What runs on devices, built once for all lives. */
export interface DevicePrograms {
  page: Instantiate<typeof Page>;
  worker: Instantiate<object>;
  imageThread: Instantiate<object>;
  indexedDb: Instantiate<typeof IndexedDb>;
}

interface Worker {
  realm: Realm;
  scope: EventTarget;
  messageFrom: (sender: object) => Way;
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
  storageChanges: Way;
  workerMessages: (sender: object) => Way;
}

const noRequire = (name: string): never => {
  throw new Error(`A browser has no module ${name}`);
};

/** A browser on somebody's device: its tabs, its worker, and all that it stores. */
export class Device {
  readonly name: string;
  /** Half of all devices have it, as of the engines Chromium alone does. */
  readonly hasBackgroundSync: boolean;
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
  /** Who waits for an active worker. */
  readonly #waitForWorker: (() => void)[] = [];
  #isOnline = true;
  readonly #syncs = new BackgroundSyncs((given, end) => {
    const event = Object.assign(extendable(), given);
    const { realm } = this.#inWorker('sync', event, () =>
      Promise.all(event.waited).then(
        () => end(true),
        () => end(false),
      ),
    );
    realm.onKill(() => end(false));
  });

  constructor(name: string, turns: Turns, programs: DevicePrograms, network: Network) {
    this.name = name;
    this.#turns = turns;
    this.#programs = programs;
    this.#network = network;
    this.hasBackgroundSync = turns.isLucky(0.5);
    this.#databases = openDatabases(name, turns, programs.indexedDb, this.storageFaults);
  }

  get isOnline(): boolean {
    return this.#isOnline;
  }

  /** A browser that notices a network syncs at once. */
  set isOnline(isOnline: boolean) {
    this.#isOnline = isOnline;
    if (isOnline) this.sync();
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
      storageChanges: inOrder(this.#turns, realm, 'storage has changed'),
      workerMessages: inOrderOfEach(this.#turns, realm, 'a message of the worker'),
    };
    this.tabs[at] = tab;
    const globals = {
      ...this.#globals(realm, (request) => this.#fetchFromPage(tab, request)),
      document,
      localStorage: webStorage(this.#local, this.storageFaults, (change) => this.#tellStorage(tab, change)),
      sessionStorage: webStorage(session, this.storageFaults, () => undefined),
      addEventListener: window.addEventListener.bind(window),
      removeEventListener: window.removeEventListener.bind(window),
      matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
      scrollY: 0,
      Worker: threadsOf(realm, this.clock, this.#programs.imageThread),
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

  /**
   * What an `<img>` of the tab shows.
   *
   * @throws TypeError if it is broken
   */
  async showImage(tab: OpenTab, url: string): Promise<Raster> {
    const headers = { Accept: 'image/avif,image/webp,*/*;q=0.8' };
    const request = new Request(new URL(url, appOrigin), { mode: 'no-cors', headers });
    Object.defineProperty(request, 'destination', { value: 'image' });
    const response = await this.#fetchFromPage(tab, request);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!response.ok || !response.headers.get('Content-Type')?.startsWith('image/'))
      throw new TypeError(`${url} is broken`);
    return decodePng(bytes);
  }

  /** What the records of the product's database are at this moment, read past it. */
  records(): ReadonlyMap<string, unknown> {
    return this.#databases.recordsOf('storyline', 'records');
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
    this.storageFaults.noteLoss();
    this.storageFaults.deletions += 1;
    this.deleteCaches();
    this.#databases.deleteAll();
    for (const key of Object.keys(this.#local)) Reflect.deleteProperty(this.#local, key);
    this.#cookies.deleteAll();
    this.#syncs.deleteAll();
    this.killWorker();
    this.#workerState = 'none';
    this.#tellStorage(undefined, { key: null, oldValue: null, newValue: null });
  }

  killWorker(): void {
    this.workerDeaths += 1;
    this.#worker?.realm.kill();
    this.#worker = undefined;
    if (this.#workerState === 'installing') this.#workerState = 'none';
  }

  /** The browser lets the worker look for new posts, as Chromium does now and then. */
  syncPeriodically(): void {
    if (this.#workerState !== 'active') return;
    const event = Object.assign(extendable(), { tag: 'following' });
    this.#inWorker('periodicsync', event, () => Promise.allSettled(event.waited));
  }

  /** The browser syncs, also where every tab is closed. */
  sync(): void {
    this.#syncs.dispatch();
  }

  #registerSync(realm: Realm, tag: string): Promise<void> {
    return realm.ask(`sync ${tag}`, () => {
      if (this.#workerState !== 'active') throw new DOMException('There is no active worker', 'InvalidStateError');
      this.#syncs.register(tag);
      if (this.isOnline) this.sync();
    });
  }

  #globals(realm: Realm, fetch: (request: Request) => Promise<Response>) {
    const location = Object.assign(new URL(appOrigin), { assign: () => undefined, reload: () => undefined });
    const WorldRequest = requestOf(appOrigin);
    const seed = this.#turns.newSeed();
    return {
      ...commonGlobals(realm, seed, this.clock),
      location,
      ...(this.hasBackgroundSync && { SyncManager: Object }),
      navigator: { locks: this.#locks.of(realm), storage: undefined, userAgent: 'world' },
      indexedDB: this.#databases.of(realm),
      IDBKeyRange: this.#databases.IDBKeyRange,
      caches: this.#caches.of(realm, appOrigin),
      BroadcastChannel: this.#channels.of(realm),
      MessageChannel: messageChannelOf(realm),
      Request: WorldRequest,
      fetch: async (input: RequestInfo | URL, init?: RequestInit) =>
        realm.isAlive
          ? fetch(init === undefined && input instanceof Request ? input : new WorldRequest(input, init))
          : never<Response>(),
    };
  }

  #fromNetwork(realm: Realm, request: Request): Promise<Response> {
    return callAcrossOrigins(request, appOrigin, (call) =>
      this.#network.call(realm, () => this.isOnline, call, this.#cookies),
    );
  }

  #tellStorage(from: OpenTab | undefined, change: StorageChange): void {
    for (const tab of this.tabs) {
      if (!tab || tab === from) continue;
      const event = Object.assign(new Event('storage'), change);
      tab.storageChanges(() => tab.window.dispatchEvent(event));
    }
  }

  #fetchFromPage(tab: OpenTab, request: Request): Promise<Response> {
    if (!tab.isControlled) return this.#fromNetwork(tab.realm, request);
    return new Promise((resolve, reject) => {
      this.#turns.whenAborted(request.signal, () => reject(request.signal.reason));
      const answers: Promise<Response>[] = [];
      const event = Object.assign(extendable(), {
        request,
        respondWith(answer: Response | Promise<Response>) {
          answers.push(Promise.resolve(answer));
          event.waitUntil(Promise.resolve(answer));
        },
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
              response.type === 'error' ? failed() : resolve(answerOf(response, request)),
            ),
          () => this.#turns.soon(tab.realm, `${path}: the worker fails`, failed),
        );
      });
    });
  }

  /**
   * Dispatches an event in the worker, which is started for it if it is not running.
   *
   * @param from who sends it, where what they send comes in order.
   */
  #inWorker(type: string, event: WorkerEvent, then: (realm: Realm) => unknown, from?: object): Worker {
    const worker = this.#worker ?? this.#startWorker();
    const { realm, scope } = worker;
    const work = () => {
      scope.dispatchEvent(Object.defineProperty(event, 'type', { value: type }));
      event.endDispatch();
      then(realm);
    };
    if (from) worker.messageFrom(from)(work);
    else this.#turns.soon(realm, type, work);
    return worker;
  }

  #startWorker(): Worker {
    const realm = new Realm(`${this.name}, worker`, this.#turns);
    const scope = new EventTarget();
    const worker = { realm, scope, messageFrom: inOrderOfEach(this.#turns, realm, 'message') };
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
                tab.workerMessages(realm)(() => tab.container.dispatchEvent(event));
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
      sync: { register: (tag: string) => this.#registerSync(realm, tag) },
    });
    Object.defineProperty(registration, 'installing', { get: worker('installing') });
    Object.defineProperty(registration, 'active', { get: worker('active') });
    return registration;
  }

  #workerObject(realm: Realm) {
    const worker = Object.assign(new EventTarget(), {
      scriptURL: `${appOrigin}/worker.js`,
      postMessage: (message: unknown, ports: unknown[] = []) => {
        if (!realm.isAlive) return;
        const event = Object.assign(extendable(), { data: structuredClone(message), ports });
        this.#inWorker('message', event, () => undefined, realm);
      },
    });
    const state = () => (this.#workerState === 'active' ? 'activated' : 'installing');
    return Object.defineProperty(worker, 'state', { get: state });
  }

  #containerOf(tab: OpenTab) {
    const { realm, container } = tab;
    const registration = this.#registration(realm);
    const controller = this.#workerObject(realm);
    Object.defineProperty(container, 'controller', { get: () => (tab.isControlled ? controller : null) });
    return Object.assign(container, {
      ready: this.#untilActive(realm).then(() => registration),
      getRegistration: async () => (this.#workerState === 'none' ? undefined : registration),
      register: () =>
        realm.ask('the worker is registered', () => {
          if (this.#workerState === 'none') this.#install();
          return registration;
        }),
    });
  }

  #untilActive(realm: Realm): Promise<void> {
    if (this.#workerState === 'active') return Promise.resolve();
    return new Promise((resolve) => {
      this.#waitForWorker.push(() => this.#turns.soon(realm, 'the worker is active', resolve));
    });
  }

  #install(): void {
    this.#workerState = 'installing';
    const installing = extendable();
    this.#inWorker('install', installing, async (realm) => {
      const [failed] = (await Promise.allSettled(installing.waited)).filter(({ status }) => status === 'rejected');
      if (!realm.isAlive) return;
      // The next page registers it anew.
      if (failed) return this.killWorker();
      this.#workerState = 'active';
      for (const tell of this.#waitForWorker.splice(0)) tell();
      this.#inWorker('activate', extendable(), () => undefined);
    });
  }
}

/** What the worker makes comes to the page as an answer of the address that it asked for. */
function answerOf(response: Response, request: Request): Response {
  if (response.type !== 'default') return response;
  return new WorldResponse(response.body, response, { url: request.url.replace(/#.*/, ''), type: 'basic' });
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
    /** The records of a store, none where there is no such store. */
    recordsOf(database: string, store: string): ReadonlyMap<string, unknown> {
      const all: Map<string, RawDatabase> = Reflect.get(shared, '_databases');
      const records = all.get(database)?.rawObjectStores.get(store)?.records.values() ?? [];
      return new Map([...records].map(({ key, value }) => [key, value]));
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
          const opened = () => {
            connections.add(request.result);
            open.add(request.result);
          };
          // As it is made: whoever is killed meanwhile leaves none.
          request.addEventListener('upgradeneeded', opened);
          request.addEventListener('success', () => {
            opened();
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

/** As fake-indexeddb has it. */
interface RawDatabase {
  rawObjectStores: Map<string, { records: { values(): Iterable<{ key: string; value: unknown }> } }>;
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
