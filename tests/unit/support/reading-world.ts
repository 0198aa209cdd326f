/// <reference lib="webworker" />

import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import type { PostListState } from '../../../src/app/hooks/usePosts.ts';
import type { Post } from '../../../src/contract/posts.ts';
import type { FromWorker, ToWorker } from '../../../src/data/worker-client/messages.ts';
import type { ShownAnswers } from '../../../src/data/worker-client/shown-answers.ts';
import { openCaches } from './cache-storage.ts';
import { openFakeClock } from './fake-clock.ts';
import { replace, stubGlobal } from './global.ts';
import { openLocks } from './locks.ts';
import { type Ending, type ListKind, openReadingBackend, readVersion } from './reading-backend.ts';
import { openRecordFaults } from './record-faults.ts';
import { openRecords } from './records.ts';
import { loadAppModules, openPage, type SimulatedTab } from './simulated-tab.ts';
import { openTabStorage } from './tab-items.ts';
import { currentTab, openTab, outsideTabs, type Tab } from './tabs.ts';
import { turns } from './turns.ts';

const app = 'http://app.example';
const listPath = '/blog/posts';

/** So few that a short list is more than the device may keep. */
const smallBounds = { lists: 4, posts: 4, images: 4, opaqueImages: 2 };

/** In which page code runs that runs in one. */
const inPage = new AsyncLocalStorage<SimulatedTab>();

/** The app's modules, once for all worlds: with its own backend, which has cursors, or another's. */
export async function loadReader(kind: ListKind) {
  vi.resetModules();
  const host = kind === 'cursors' ? '' : 'http://other.example';
  vi.stubEnv('VITE_API_HOST', host);
  const base = Symbol.for('undici.globalOrigin.1');
  Object.defineProperty(globalThis, base, { value: new URL(app), configurable: true, writable: true });
  stubGlobal('location', new URL(app));
  const worker = new EventTarget();
  const scope = { location: new URL(app), registration: { scope: `${app}/` }, __WB_MANIFEST: [] };
  stubGlobal('self', Object.assign(worker, scope));
  for (const [name, value] of Object.entries(scope)) stubGlobal(name, value);
  let shown: ShownAnswers = new Map();
  vi.doMock('../../../src/data/worker-client/register-worker.ts', () => ({
    registerWorker: async () => inPage.getStore()?.registration,
  }));
  vi.doMock('../../../src/data/worker-client/hand-over-to-worker.ts', async (importOriginal) => {
    const { startHandOverToWorker } =
      await importOriginal<typeof import('../../../src/data/worker-client/hand-over-to-worker.ts')>();
    return {
      startHandOverToWorker(all: ShownAnswers) {
        shown = all;
        // A page that was left while it was starting goes no further.
        return inPage.getStore()?.isOpen ? startHandOverToWorker(all) : never();
      },
    };
  });
  await import('../../../src/worker/index.ts');
  await import('../../../src/data/worker-client/hand-over-to-worker.ts');
  const { maxEntries } = await import('../../../src/data/storage/max-entries.ts');
  const modules = {
    ...(await loadAppModules()),
    ...(await import('../../../src/data/cache/confirmed-writes.ts')),
  };
  (await import('../../../src/data/session/session.ts')).session.set({ token: 'token', userId: '42' });
  return {
    ...modules,
    maxEntries,
    kind,
    home: `${host || app}${listPath}`,
    /** An event of the worker's, to the listeners that it has when it starts. */
    dispatch: (event: Event) => worker.dispatchEvent(event),
    /** A page begins with nothing shown; the app's modules are loaded once for all of them. */
    forgetShown: () => shown.clear(),
  };
}

export type Reader = Awaited<ReturnType<typeof loadReader>>;
export type ReadingWorld = Awaited<ReturnType<typeof openReadingWorld>>;

export interface ReadingCircumstances {
  posts: number;
  ending: Ending;
  hasSmallBounds: boolean;
}

/** A device with one reader, a worker that comes at some time, and a backend whose answers arrive in any order. */
export async function openReadingWorld(
  reader: Reader,
  { posts: postCount, ending, hasSmallBounds }: ReadingCircumstances,
) {
  const stack = new AsyncDisposableStack();
  stack.use(openFakeClock());
  const backend = openReadingBackend(reader, postCount, ending);
  const locks = stack.use(openLocks());
  const caches = stack.use(openCaches());
  stack.use(openRecords());
  stack.use(openRecordFaults());
  stack.use(openTabStorage());
  stack.use(stubGlobal('caches', mortal(globalThis.caches)));
  stack.use(replace(Math, { random: () => 0.5 }));
  if (hasSmallBounds) stack.use(replace(reader.maxEntries, smallBounds));
  reader.connection.set('reachable');
  // A page that is gone hears nothing any more, in a browser; here its listeners would outlive it.
  const { subscribe } = reader.connection;
  const listening = new Map<SimulatedTab | undefined, (() => void)[]>();
  const subscribeInPage = (listener: () => void) => {
    const stop = subscribe(listener);
    listening.set(inPage.getStore(), [...(listening.get(inPage.getStore()) ?? []), stop]);
    return stop;
  };
  stack.use(replace(reader.connection, { subscribe: subscribeInPage }));

  let worker: Tab | undefined;
  let isActive = false;
  let stopWorker: (() => void) | undefined;
  /** By id, what has been shown and how: its card, or its whole text. */
  const listed = new Set<string>();
  const opened = new Set<string>();
  /** By id, how many posts had been published when a page without the worker listed the post first. */
  const listedUnserved = new Map<string, number>();
  /** By id, the newest version of a post that has been shown. */
  const versions = new Map<string, number>();
  /** Addresses of images that were on screen. */
  const pictures = new Set<string>();
  /** Deleted for certain: by this device's own delete, or by an answer that reached the worker. */
  const deleted = new Set<string>();
  const deletedElsewhere = new Set<string>();
  const faults: string[] = [];
  let newest: { call: number; posts: Post[] } = { call: 0, posts: [] };
  let kills = 0;
  let calls = 0;

  const unexpected = (error: unknown) => {
    if (!(error instanceof Error && error.name === 'TabKilled')) faults.push(`the worker failed: ${error}`);
  };
  const waitUntil = (work: Promise<unknown>) => void work.catch(unexpected);

  /** Through the worker as the browser routes it; `undefined` where the worker leaves it to the browser. */
  function throughWorker(call: Request): Promise<Response> | undefined {
    const serving = worker;
    if (!serving) return undefined;
    let response: Promise<Response> | undefined;
    const respondWith = (given: Promise<Response>) => {
      response = given;
    };
    const event = Object.assign(new Event('fetch'), { request: call, waitUntil, respondWith });
    inPage.exit(() => serving.run(() => reader.dispatch(event)));
    if (!response) return undefined;
    const killed = new Promise<never>((_, reject) => {
      const before = stopWorker;
      stopWorker = () => {
        before?.();
        reject(new TypeError('the worker was killed'));
      };
    });
    killed.catch(() => undefined);
    return Promise.race([response, killed]).then((answer) => {
      if (answer.type === 'error') throw new TypeError('network error');
      return answer;
    });
  }

  async function request(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const call = new Request(input, init);
    const inWorker = currentTab();
    const from = inWorker ? undefined : (inPage.getStore() ?? page);
    calls += 1;
    // So that a list without end is seen to have none.
    if (calls > mostCalls || inWorker?.isAlive() === false || from?.isOpen === false) return never();
    await turns(1);
    return (from?.isServed && throughWorker(call)) || fromNetwork(call.url);
  }

  async function fromNetwork(url: string): Promise<Response> {
    if (new URL(url).host !== 'pictures.example') return note(url, alive(backend.answer(url)));
    if (backend.isGone) throw new TypeError('fetch failed');
    const isOpaque = Number(/\d+/.exec(new URL(url).pathname)?.[0]) % 2 === 0;
    const picture = new Response('picture', { headers: { 'Content-Type': 'image/png' } });
    if (isOpaque) Object.defineProperty(picture, 'type', { value: 'opaque' });
    return picture;
  }

  /** Remembers what has reached the worker: the newest list, by the latest call, and that a post is deleted. */
  async function note(url: string, answer: Promise<Response>): Promise<Response> {
    const call = backend.calls.length;
    const response = await answer;
    if (!currentTab()) return response;
    if (response.status === 404 && url.startsWith(`${reader.home}/`)) deletedElsewhere.add(url.split('/').at(-1) ?? '');
    if (url !== reader.home || !response.ok || call < newest.call) return response;
    try {
      const posts: Post[] = await response.clone().json();
      // A later call's answer may have been parsed meanwhile.
      if (call >= newest.call) newest = { call, posts };
    } catch {
      // It broke off, or is a web page.
    }
    return response;
  }

  async function alive<T>(answer: Promise<T>): Promise<T> {
    const tab = currentTab();
    const settled = await answer.then(
      (value) => () => value,
      (error) => () => {
        throw error;
      },
    );
    return tab?.isAlive() === false ? never() : settled();
  }

  stack.use(stubGlobal('fetch', request));
  const hear = (message: FromWorker) => {
    if (page.isOpen) inPage.run(page, () => page.hear(message));
  };
  const client = { postMessage: (message: FromWorker) => outsideTabs(() => queueMicrotask(() => hear(message))) };
  const clients = {
    matchAll: async () => (currentTab()?.isAlive() === false ? [] : [client]),
    claim: async () => outsideTabs(() => inPage.run(page, () => page.serve())),
  };
  const scope = { location: new URL(app), registration: { scope: `${app}/` }, __WB_MANIFEST: [] };
  stack.use(stubGlobal('self', { ...scope, clients }));

  function look(on: SimulatedTab, post: Post): void {
    const version = readVersion(post);
    const before = on.versions.get(post._id) ?? 0;
    if (version < before) faults.push(`${post._id} went from version ${before} back to ${version} on screen`);
    on.versions.set(post._id, version);
    versions.set(post._id, Math.max(version, versions.get(post._id) ?? 0));
  }

  /** As the browser does for an image that is on the page. */
  async function showPicture(on: SimulatedTab, { imgUrl }: Post): Promise<void> {
    if (on.images.has(imgUrl)) return;
    on.images.add(imgUrl);
    if (backend.isGone) return;
    const call = pictureRequest(imgUrl);
    const isServed = on.isServed && worker !== undefined;
    if (!isServed && imgUrl.startsWith(reader.home)) return;
    on.fetched.push({ name: imgUrl, initiatorType: 'img' });
    try {
      const answer = await ((isServed && throughWorker(call)) || fromNetwork(imgUrl));
      if (answer.ok && !imgUrl.startsWith(reader.home)) pictures.add(imgUrl);
    } catch {
      // It is not shown, and the page draws none.
    }
  }

  const events = {
    onList(on: SimulatedTab, listing: PostListState) {
      if (listing.state !== 'loaded') return;
      for (const post of listing.posts) {
        listed.add(post._id);
        if (!on.isServed && !listedUnserved.has(post._id)) listedUnserved.set(post._id, backend.newPosts);
        look(on, post);
        void showPicture(on, post);
      }
    },
    onPost(on: SimulatedTab, post: Post) {
      if (post.content !== '') opened.add(post._id);
      look(on, post);
      void showPicture(on, post);
    },
    onMessage(message: ToWorker, ports: readonly MessagePort[]) {
      const serving = worker;
      // What lies on the device, and files of earlier builds, are another matter.
      if (!serving || message.type === 'ask' || message.type === 'opened') return;
      const event = Object.assign(new Event('message'), { data: message, ports, waitUntil });
      inPage.exit(() => serving.run(() => reader.dispatch(event)));
    },
  };

  const newPage = (isServed: boolean) => {
    const opened = openPage(reader, {
      worker: () => (worker ? (isActive ? 'active' : 'installing') : 'none'),
      isServed,
      events,
    });
    opened.install();
    return opened;
  };
  let page: SimulatedTab = newPage(false);

  const here = (work: () => unknown) => void inPage.run(page, work);
  const postsShown = (): Post[] => (page.listing?.state === 'loaded' ? page.listing.posts : []);
  const pageCount = () => (page.listing?.state === 'loaded' ? page.listing.pages : 0);

  function start(isServed: boolean, place?: { pages: number }): void {
    here(() => page.close());
    for (const stop of listening.get(page) ?? []) stop();
    listening.delete(page);
    reader.forgetShown();
    page = newPage(isServed);
    here(() => {
      page.showList(listPath, place);
      return reader.startWorkerClient();
    });
  }

  const world = {
    reader,
    backend,
    caches,
    listed,
    listedUnserved,
    opened,
    versions,
    pictures,
    deleted,
    deletedElsewhere,
    faults,
    hasSmallBounds,
    newest: () => newest.posts,
    hasKilled: () => kills > 0,
    calls: () => calls,
    ids: () => postsShown().map(({ _id }) => _id),
    titles: () => postsShown().map(({ title }) => title),
    pageCount,
    isMore: () => page.listing?.state === 'loaded' && page.listing.next !== undefined,
    /** The worker is being installed, and serves no page yet. */
    install() {
      if (!worker) worker = openTab((tab) => locks.releaseAll(tab));
    },
    /** It is installed, and serves the page that is open. */
    takeOver() {
      world.install();
      isActive = true;
      here(() => page.serve());
    },
    killWorker() {
      if (!worker) return;
      kills += 1;
      worker.kill();
      stopWorker?.();
      stopWorker = undefined;
      worker = undefined;
      world.install();
    },
    /** The page is left for another of the app's, by a document load. */
    load: () => start(isActive),
    reload: () => start(isActive, page.post === undefined ? { pages: pageCount() } : undefined),
    /** Past the worker, which is asked to serve the page as soon as the app runs. */
    forceReload: () => start(false),
    /** Back, to where the reader was in the list. */
    back() {
      if (page.post !== undefined) here(() => page.showList(listPath, placeBefore));
    },
    open(at: number) {
      const ids = world.ids();
      const id = page.post === undefined ? ids[at % Math.max(1, ids.length)] : undefined;
      if (id !== undefined) world.openPost(id);
    },
    openPost(id: string) {
      placeBefore = { pages: Math.max(1, pageCount()) };
      here(() => page.showPost(id));
    },
    /** The app comes back to the foreground after a long absence, and asks again. */
    askAgain() {
      here(() => page.hide());
      vi.setSystemTime(Date.now() + 10 * 60_000);
      here(() => page.show());
    },
    refresh: () => here(() => page.post === undefined && page.listing?.state === 'loaded' && page.listing.refresh()),
    scroll: () => here(() => page.post === undefined && page.listing?.state === 'loaded' && page.listing.loadOlder()),
    returnToForeground: () => here(() => page.show()),
    /** Published from this device and confirmed. */
    publishHere() {
      backend.publish();
      here(async () => {
        await reader.markListsStale();
        reader.confirmedWrites.set(reader.confirmedWrites.get() + 1);
      });
    },
    /** Deleted from this device and confirmed. */
    deleteHere(at: number) {
      const id = shownAt(at);
      if (id === undefined) return;
      backend.remove(id);
      here(async () => {
        await reader.removeDeletedPost(id);
        deleted.add(id);
      });
    },
    /** By somebody else, while this reader has it before them and opens it. */
    deleteElsewhere(at: number) {
      const id = shownAt(at);
      if (id === undefined) return;
      backend.remove(id);
      world.openPost(id);
    },
    /** What a page gets for a call, or for an image. */
    ask: (url: string) => inPage.run(page, () => request(url)),
    askPicture: (url: string) => throughWorker(pictureRequest(url)),
    /** Lets what has been asked for be answered. */
    async answerAll() {
      for (let round = 0; round < 3; round += 1) {
        await turns(10);
        backend.deliverAll();
      }
      await turns(10);
    },
    /** Lets all that is under way come to its end; what waits for time gets it. */
    async settle() {
      for (let round = 0; round < 12; round += 1) {
        backend.deliverAll();
        await turns(25);
        vi.advanceTimersByTime(4_000);
      }
      await turns(25);
    },
    async [Symbol.asyncDispose]() {
      here(() => page.close());
      for (const stop of [...listening.values()].flat()) stop();
      reader.forgetShown();
      await stack.disposeAsync();
    },
  };
  let placeBefore: { pages: number } | undefined;
  const shownAt = (at: number) => world.ids()[at % Math.max(1, world.ids().length)];
  return world;
}

/** Calls of pages and worker, far more than any schedule needs. */
const mostCalls = 3_000;

const never = () => new Promise<never>(() => undefined);

function pictureRequest(url: string): Request {
  const call = new Request(url);
  Object.defineProperty(call, 'destination', { value: 'image' });
  Object.defineProperty(call, 'mode', { value: 'no-cors' });
  return call;
}

/** Cache Storage that code of a killed worker cannot touch. */
function mortal(storage: CacheStorage): CacheStorage {
  const guard = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, name) {
        const value = Reflect.get(of, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (currentTab()?.isAlive() === false) return never();
          const result = Reflect.apply(value, of, args);
          return name === 'open' ? result.then(guard) : result;
        };
      },
    });
  return guard(storage);
}
