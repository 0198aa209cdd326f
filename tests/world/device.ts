import { AnswersHeard } from './answers-heard.ts';
import { appBuilds, type BuildName, cacheKeyOf } from './app-builds.ts';
import { appOrigin } from './app-origin.ts';
import { browserGlobals, globalsAsProperties, noModules } from './browser-globals.ts';
import type { DevicePrograms, ProgramsOfBuilds } from './build-programs.ts';
import { CallFailed } from './call-failed.ts';
import { callAcrossOrigins } from './cross-origin.ts';
import type { DeployedSite } from './deployed-site.ts';
import { DeviceStorage } from './device-storage.ts';
import { inOrder, inOrderOfEach, type Way } from './in-order.ts';
import type { InstalledWorker } from './installed-worker.ts';
import type { Network } from './network.ts';
import type * as Page from './page/page.ts';
import { documentOf } from './page-document.ts';
import { decodePng, type Raster } from './picture-files.ts';
import { Realm } from './realm.ts';
import { ServiceWorker } from './service-worker.ts';
import { Channels, Locks, type StorageChange, webStorage } from './storage.ts';
import type { StorageFaults } from './storage-faults.ts';
import { threadsOf } from './threads.ts';
import type { Turns } from './turns.ts';

export interface OpenTab {
  name: string;
  /** The id by which the worker distinguishes the calls of this page from the calls of other and earlier pages. */
  clientId: string;
  realm: Realm;
  page: ReturnType<typeof Page.openPage>;
  /** The build of the page's code. */
  build: BuildName;
  /** Whether the page started with files from the worker's cache. */
  isPrecached: boolean;
  controller: InstalledWorker | undefined;
  showController(worker: InstalledWorker): void;
  container: EventTarget;
  window: EventTarget;
  document: EventTarget & { visibilityState: DocumentVisibilityState };
  session: Record<string, string>;
  storageChanges: Way;
  workerMessages: (sender: object) => Way;
}

/** A browser on a person's device, with tabs, a service worker and storage. */
export class Device {
  readonly name: string;
  readonly turns: Turns;
  /** Whether the browser has Background Sync, which only Chromium has. True for half of all devices. */
  readonly hasBackgroundSync: boolean;
  readonly clock = { ahead: 0 };
  /** How often the device was restored from a backup. */
  restores = 0;
  readonly tabs: (OpenTab | undefined)[] = [];
  #pagesOpened = 0;
  readonly storage: DeviceStorage;
  readonly locks = new Locks();
  readonly channels = new Channels();
  readonly worker: ServiceWorker;
  readonly answers = new AnswersHeard();
  /** Called when a page requests a reload. */
  onReload: (tab: OpenTab) => void = () => undefined;
  readonly #programs: ProgramsOfBuilds;
  readonly #site: DeployedSite;
  readonly #network: Network;
  #isOnline = true;

  constructor(
    name: string,
    turns: Turns,
    programs: ProgramsOfBuilds,
    { network, site }: { network: Network; site: DeployedSite },
  ) {
    this.name = name;
    this.#site = site;
    this.turns = turns;
    this.#programs = programs;
    this.#network = network;
    this.hasBackgroundSync = turns.isLucky(0.5);
    this.storage = new DeviceStorage(this, programs.today.indexedDb);
    this.worker = new ServiceWorker(this);
  }

  programsOf(build: BuildName): DevicePrograms {
    return this.#programs[build];
  }

  get isOnline(): boolean {
    return this.#isOnline;
  }

  /** Sets whether the device has a network. A browser that gets a network dispatches its Background Syncs at once. */
  set isOnline(isOnline: boolean) {
    this.#isOnline = isOnline;
    if (isOnline) this.worker.sync();
  }

  loseNetwork(): void {
    this.turns.tell(`${this.name}: is without a network`);
    this.isOnline = false;
  }

  regainNetwork(): void {
    this.turns.tell(`${this.name}: has a network again`);
    this.isOnline = true;
    for (const tab of this.tabs) tab?.window.dispatchEvent(new Event('online'));
  }

  get storageFaults(): StorageFaults {
    return this.storage.faults;
  }

  /** Opens the app in a tab. If the tab is open already, its page ends and its session storage stays. */
  open(at: number, events: Page.PageEvents, session = this.tabs[at]?.session ?? {}): OpenTab {
    const before = this.tabs[at];
    before?.realm.kill();
    const realm = new Realm(`${this.name}, tab ${at + 1}`, this.turns);
    const window = new EventTarget();
    const navigation = this.#navigate();
    const document = documentOf(navigation.build, () => tab.page?.fields() ?? []);
    const { local, cookies, faults } = this.storage;
    Object.defineProperty(document, 'cookie', { get: () => '', set: (line: string) => cookies.take(line) });
    const tab: OpenTab = {
      name: realm.name,
      clientId: `${this.name}, page ${++this.#pagesOpened}`,
      realm,
      page: undefined as unknown as OpenTab['page'],
      ...navigation,
      showController: () => undefined,
      container: new EventTarget(),
      window,
      document,
      session,
      storageChanges: inOrder(this.turns, realm, 'storage has changed'),
      workerMessages: inOrderOfEach(this.turns, realm, 'a message of the worker'),
    };
    this.tabs[at] = tab;
    const programs = this.programsOf(tab.build);
    const globals = {
      ...browserGlobals(this, realm, (request) => this.#fetchFromPage(tab, request)),
      document,
      localStorage: webStorage(local, faults, (change) => this.#tellStorage(tab, change)),
      sessionStorage: webStorage(session, faults, () => undefined),
      addEventListener: window.addEventListener.bind(window),
      removeEventListener: window.removeEventListener.bind(window),
      matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
      scrollY: 0,
      history: { state: null, replaceState: () => undefined },
      Worker: threadsOf(realm, this.clock, programs.imageThread),
    };
    Object.assign(globals.location, { reload: () => this.onReload(tab) });
    Object.assign(globals.navigator, { serviceWorker: this.worker.registration.containerOf(tab), onLine: true });
    tab.page = programs.page({ ...globals, ...globalsAsProperties(globals) }, noModules).openPage(events);
    return tab;
  }

  /** Dispatches the page's last events, as when a person leaves or reloads it. */
  leave(tab: OpenTab): void {
    this.hide(tab);
    tab.window.dispatchEvent(new Event('pagehide'));
  }

  /** Tells a page that it is hidden. */
  hide(tab: OpenTab): void {
    tab.document.visibilityState = 'hidden';
    tab.document.dispatchEvent(new Event('visibilitychange'));
  }

  /** Kills the page as by SIGKILL, and closes its tab. */
  kill(at: number): void {
    this.tabs[at]?.realm.kill();
    this.tabs[at] = undefined;
    this.worker.registration.programEnded();
  }

  /** Returns whether the tab can load a chunk of its build that it has not loaded yet. */
  async hasChunk(tab: OpenTab): Promise<boolean> {
    return this.#hasFile(tab, appBuilds[tab.build].chunk, { destination: 'script' });
  }

  /** Returns whether the tab can load the page and the first script of its build again. */
  async canOpen(tab: OpenTab): Promise<boolean> {
    const isThere = await this.#hasFile(tab, '/create', { mode: 'navigate' }, '/index.html');
    return isThere && this.#hasFile(tab, appBuilds[tab.build].entry, { destination: 'script' });
  }

  async #hasFile(tab: OpenTab, path: string, marks: Record<string, string>, file = path): Promise<boolean> {
    const request = new Request(new URL(path, appOrigin));
    for (const [name, value] of Object.entries(marks)) Object.defineProperty(request, name, { value });
    try {
      const response = await this.#fetchFromPage(tab, request);
      return response.ok && (await response.text()) === appBuilds[tab.build].files.get(file)?.body;
    } catch {
      // Neither the device nor the host has the file.
      return false;
    }
  }

  /**
   * Returns the picture that an `<img>` of the tab shows for this address.
   *
   * @throws TypeError if the image is broken
   */
  async showImage(tab: OpenTab, url: string): Promise<Raster> {
    const headers = { Accept: 'image/avif,image/webp,*/*;q=0.8' };
    const request = new Request(new URL(url, appOrigin), { mode: 'no-cors', headers });
    Object.defineProperty(request, 'destination', { value: 'image' });
    const response = await this.#fetchFromPage(tab, request);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!response.ok || !response.headers.get('Content-Type')?.startsWith('image/'))
      throw new CallFailed(`${url} is broken`);
    return decodePng(bytes);
  }

  /** Returns the current records of the app's database by key, read without the app's code. */
  records(): ReadonlyMap<string, unknown> {
    return this.storage.databases.recordsOf('storyline', 'records');
  }

  /** Deletes all caches, as a browser does for a site that is rarely visited. */
  deleteCaches(): void {
    this.storage.deleteCaches();
    for (const worker of this.worker.registration.all) worker.isWhole = false;
    for (const tab of this.tabs) if (tab) tab.isPrecached = false;
  }

  /** Deletes all storage and the worker, as a browser or a person does. Open tabs stay open. */
  deleteStorage(): void {
    this.storage.deleteAll();
    for (const tab of this.tabs) if (tab) tab.isPrecached = false;
    this.worker.remove();
    this.#tellStorage(undefined, { key: null, oldValue: null, newValue: null });
  }

  /**
   * Copies all storage while the browser is closed.
   *
   * @returns a function that closes the browser again and restores the copy, without anything stored since
   */
  backUp(): () => void {
    this.#closeBrowser();
    const parts = [this.storage.copy(), this.worker.copy()];
    return () => {
      this.restores += 1;
      this.#closeBrowser();
      for (const putBack of parts) putBack();
    };
  }

  #closeBrowser(): void {
    for (const [at] of this.tabs.entries()) this.kill(at);
    this.worker.kill();
  }

  /** Sends a call of a page or of the worker straight to the network. */
  fromNetwork(realm: Realm, request: Request, madeAt = realm.turns.now): Promise<Response> {
    return callAcrossOrigins(request, appOrigin, (call) => this.#network.call(realm, this, call, madeAt));
  }

  #tellStorage(from: OpenTab | undefined, change: StorageChange): void {
    for (const tab of this.tabs) {
      if (!tab || tab === from) continue;
      const event = Object.assign(new Event('storage'), change);
      tab.storageChanges(() => tab.window.dispatchEvent(event));
    }
  }

  /**
   * Returns the build and controller of a new page. The build is the worker's if all its files are cached or the device
   * has no network, otherwise the host's.
   */
  #navigate(): Pick<OpenTab, 'build' | 'isPrecached' | 'controller'> {
    const controller = this.worker.active;
    if (!controller) return { build: this.#site.name, isPrecached: false, controller };
    this.worker.registration.lookSoon();
    const isPrecached = appBuilds[controller.build].precache.every((file) => this.storage.caches.has(cacheKeyOf(file)));
    const build = isPrecached || !this.#isOnline ? controller.build : this.#site.name;
    return { build, isPrecached, controller };
  }

  #fetchFromPage(tab: OpenTab, request: Request): Promise<Response> {
    const controller = this.worker.registration.controllerOf(tab);
    return controller ? this.worker.fetch(tab, controller, request) : this.fromNetwork(tab.realm, request);
  }
}
