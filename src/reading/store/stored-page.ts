import { callPaths, callTemplates, parametersIn } from '../../contract/paths.ts';
import { callPathOf, callUrl, isOwnBackend } from '../../device/calls/host.ts';
import type { RecordStore } from '../../device/storage/record-database.ts';
import { keys } from './reading-database.ts';

/** A page of a list on this device: the ids of its posts, in the backend's order. */
export interface StoredPage {
  url: string;
  ids: string[];
  /** The URL of the page that follows. */
  next?: string | undefined;
  /** The number of the call that brought it. */
  call: number;
  /** When the answer came, in milliseconds since the epoch by this device's clock. For display only. */
  answeredAt?: number | undefined;
  /** The characters of its posts. */
  size: number;
  /** Put together on this device, from pages whose URLs the backend no longer uses. */
  isJoined?: boolean;
  /** Whether a joined page may lack posts that the list has. */
  mayLack?: boolean;
  /** Fetched before the app has shown it. */
  isAhead?: boolean;
}

/** Pages by their URLs. */
export type Pages = ReadonlyMap<string, StoredPage>;

export const readPages = async (store: RecordStore): Promise<Map<string, StoredPage>> =>
  new Map((await store.getAll<StoredPage>(keys.pages)).map((page) => [page.url, page]));

/** `found`: of one author or topic, which only the own backend has. `own`: of who is logged in; goes at logout. */
export type ListKind = 'all' | 'found' | 'own';

export function kindOfList(url: string): ListKind {
  const { search } = new URL(url);
  if (isOwnBackend && /^\?(?:author|topic)=/.test(search)) return 'found';
  const path = callPathOf(new URL(url));
  return path && parametersIn(callTemplates.userPosts, path) ? 'own' : 'all';
}

export const isFirstPage = (url: string): boolean =>
  !/[?&]/.test(isOwnBackend ? url.replace(/\?(?:author|topic)=[^&?]*$/, '') : url);

/** The URL of the first page of all posts. */
export const newestUrl = (): string => callUrl(callPaths.posts);

/** Returns the page and those behind it, as they are linked, to the last that is stored. */
export function pagesFrom(pages: Pages, url: string | undefined): StoredPage[] {
  const chain = new Map<string, StoredPage>();
  for (let page = pages.get(url ?? ''); page && !chain.has(page.url); page = pages.get(page.next ?? ''))
    chain.set(page.url, page);
  return [...chain.values()];
}

/**
 * Whether the app itself requests a list at this URL: a list's first page, a cursor of the own backend, a page that is
 * stored already, or one that a stored page links to.
 */
export function isKnownList(pages: Pages, url: string): boolean {
  const { search, searchParams } = new URL(url);
  const parameters = [...searchParams.keys()].join();
  if (search === '' || (isOwnBackend && /^(?:(?:topic|author)(?:,after)?|after)$/.test(parameters))) return true;
  return pages.has(url) || [...pages.values()].some(({ next }) => next === url);
}
