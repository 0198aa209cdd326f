import { JSDOM } from 'jsdom';
import { createElement, useEffect } from 'react';
import type { Root } from 'react-dom/client';
import type { PostListState } from '../../../src/app/hooks/usePosts.ts';
import type { Post } from '../../../src/contract/posts.ts';
import type { FromWorker, ToWorker } from '../../../src/data/worker-client/messages.ts';
import { stubGlobal } from './global.ts';

/** React looks for a document when it is loaded; nothing is ever drawn in it. */
const { window: frame } = new JSDOM('', { url: 'http://app.example/home' });

/** The app's own code of a page, as far as it reads. */
export async function loadAppModules() {
  stubGlobal('window', frame);
  stubGlobal('document', frame.document);
  stubGlobal('history', frame.history);
  stubGlobal('scrollY', 0);
  stubGlobal('scrollTo', () => undefined);
  stubGlobal('MessageChannel', Channel);
  return {
    ...(await import('react-dom')),
    ...(await import('react-dom/client')),
    ...(await import('../../../src/app/hooks/usePost.ts')),
    ...(await import('../../../src/app/hooks/usePosts.ts')),
    ...(await import('../../../src/data/api/blog.ts')),
    ...(await import('../../../src/data/api/connection.ts')),
    ...(await import('../../../src/data/post-overlays.ts')),
    ...(await import('../../../src/data/worker-client/worker-client.ts')),
  };
}

export type AppModules = Awaited<ReturnType<typeof loadAppModules>>;

/** What a page says to the worker and to the reader. */
export interface TabCallbacks {
  onList(page: SimulatedTab, listing: PostListState): void;
  onPost(page: SimulatedTab, post: Post): void;
  /** A message to the worker, which serves the page or is still being installed. */
  onMessage(message: ToWorker, ports: readonly MessagePort[]): void;
}

export interface SimulatedTab {
  /** Whether its calls go through the worker. */
  isServed: boolean;
  isOpen: boolean;
  listing: PostListState | undefined;
  /** The id of the post that is open in the list's place. */
  post: string | undefined;
  /** Images that it has asked for. */
  readonly images: Set<string>;
  /** By post, the version that was on screen last. */
  readonly versions: Map<string, number>;
  /** What the browser's timeline says it has fetched. */
  readonly fetched: { name: string; initiatorType: string }[];
  readonly registration: Partial<ServiceWorkerRegistration>;
  /** In place of the global ones, until another page is opened. */
  install(): void;
  showList(path: string, places: { pages: number } | undefined): void;
  showPost(id: string): void;
  serve(): void;
  hear(message: FromWorker): void;
  hide(): void;
  show(): void;
  close(): void;
}

interface ScreenProps {
  code: AppModules;
  page: SimulatedTab;
  events: TabCallbacks;
}

function ListScreen({ code, page, events, path }: ScreenProps & { path: string }) {
  const listing = code.usePosts(path);
  useEffect(() => {
    // What is committed as the page closes was never on screen.
    if (!page.isOpen) return;
    page.listing = listing;
    events.onList(page, listing);
  });
  return null;
}

function PostScreen({ code, page, events, id }: ScreenProps & { id: string }) {
  const reading = code.usePost(id);
  useEffect(() => {
    if (page.isOpen && reading.state === 'loaded') events.onPost(page, reading.post);
  });
  return null;
}

/** One document of the app: its globals are its own. */
export function openPage(
  code: AppModules,
  {
    worker,
    isServed,
    events,
  }: { worker: () => 'none' | 'installing' | 'active'; isServed: boolean; events: TabCallbacks },
): SimulatedTab {
  const container = new EventTarget();
  const shownIn = new EventTarget();
  const inWindow = new EventTarget();
  let visibilityState: DocumentVisibilityState = 'visible';
  let root: Root | undefined;
  let screens = 0;

  const serviceWorker = {
    postMessage: (message: ToWorker, ports: readonly MessagePort[] = []) =>
      events.onMessage(structuredClone(message), ports),
  } as unknown as ServiceWorker;
  Object.defineProperty(container, 'controller', { get: () => (page.isOpen && page.isServed ? serviceWorker : null) });
  const registration = {
    get installing() {
      return worker() === 'installing' ? serviceWorker : null;
    },
    waiting: null,
    get active() {
      return worker() === 'active' ? serviceWorker : null;
    },
  };

  const draw = (screen: ReturnType<typeof createElement>) => {
    root ??= code.createRoot(frame.document.createElement('div'));
    code.flushSync(() => root?.render(screen));
  };
  const tell = (visibility: DocumentVisibilityState) => {
    visibilityState = visibility;
    shownIn.dispatchEvent(new Event('visibilitychange'));
  };
  const key = () => {
    screens += 1;
    return screens;
  };

  const page: SimulatedTab = {
    isServed,
    isOpen: true,
    listing: undefined,
    post: undefined,
    images: new Set(),
    versions: new Map(),
    fetched: [],
    registration,
    install() {
      Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
      Object.defineProperty(shownIn, 'visibilityState', { get: () => visibilityState });
      Object.defineProperty(performance, 'getEntriesByType', { value: () => page.fetched, configurable: true });
      stubGlobal('document', Object.assign(shownIn, { querySelectorAll: () => [] }));
      for (const name of ['addEventListener', 'removeEventListener'] as const) {
        stubGlobal(name, inWindow[name].bind(inWindow));
      }
    },
    showList(path, place) {
      page.post = undefined;
      page.listing = undefined;
      frame.history.replaceState({ place }, '');
      draw(createElement(ListScreen, { code, page, events, path, key: key() }));
    },
    showPost(id) {
      page.post = id;
      draw(createElement(PostScreen, { code, page, events, id, key: key() }));
    },
    serve() {
      if (page.isServed) return;
      page.isServed = true;
      container.dispatchEvent(new Event('controllerchange'));
    },
    hear: (data) => void container.dispatchEvent(Object.assign(new Event('message'), { data, ports: [] })),
    hide: () => tell('hidden'),
    show: () => tell('visible'),
    close() {
      inWindow.dispatchEvent(new Event('pagehide'));
      page.isOpen = false;
      code.flushSync(() => root?.unmount());
    },
  };
  return page;
}

/** A channel whose messages arrive as soon as the running code yields, so that a schedule can be replayed. */
class Channel {
  readonly port1: ChannelPort = { close: () => undefined, postMessage: (data) => deliver(this.port2, data) };
  readonly port2: ChannelPort = { close: () => undefined, postMessage: (data) => deliver(this.port1, data) };
}

interface ChannelPort {
  onmessage?: (event: { data: unknown }) => void;
  close: () => void;
  postMessage: (data: unknown) => void;
}

const deliver = (port: ChannelPort, data: unknown) => queueMicrotask(() => port.onmessage?.({ data }));
