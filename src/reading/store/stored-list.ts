import { callPaths, callTemplates, parametersIn } from '../../contract/paths.ts';
import { callPathOf, callUrl, isOwnBackend } from '../../device/calls/host.ts';
import type { RecordStore } from '../../device/storage/record-database.ts';
import { keys } from './reading-database.ts';

/** A page of a list on this device: the ids of its posts, in the backend's order. */
export interface StoredPage {
  url: string;
  ids: string[];
  /** The number of the call that fetched the page. */
  call: number;
  /** When the answer arrived, in milliseconds since the epoch by this device's clock. For display only. */
  answeredAt?: number | undefined;
  /** Number of characters in the answer that had the page. */
  size: number;
  /** Whether the page was put together on this device: then the network is asked first. */
  isJoined?: boolean;
  /** Whether a joined page may lack posts that the list has. */
  mayLack?: boolean;
}

/** A list on this device. Each page links to the next. */
export interface StoredList {
  /** The URL of its first page. */
  url: string;
  pages: StoredPage[];
  /** The URL of the page after the last stored page; `undefined` at the list's end. */
  next?: string | undefined;
}

/** Lists by the URLs of their first pages. */
export type Lists = ReadonlyMap<string, StoredList>;

export const readLists = async (store: RecordStore): Promise<Map<string, StoredList>> =>
  new Map((await store.getAll<StoredList>(keys.lists)).map((list) => [list.url, list]));

export const pagesOf = (lists: Lists): StoredPage[] => [...lists.values()].flatMap(({ pages }) => pages);

/** `found`: posts of one author or topic, listed only by our own backend. `own`: the logged-in author's posts. */
export type ListKind = 'all' | 'found' | 'own';

export function kindOfList(address: string): ListKind {
  const url = new URL(address);
  if (url.search !== '') return 'found';
  const path = callPathOf(url);
  return path && parametersIn(callTemplates.userPosts, path) ? 'own' : 'all';
}

/**
 * Returns the URL of the first page of the list that has a page at `url`. Returns `undefined` if that list is never
 * stored, such as a search. A foreign backend may use any query for its pages, so its queries are ignored.
 */
export function firstPageOf(url: string): string | undefined {
  const [first, search = ''] = url.split('?');
  if (!isOwnBackend || search === '') return first;
  const parts = /^((?:author|topic)=[^&]*)?(?:(?:^|&)after=[^&]*)?$/.exec(search);
  return parts?.[1] ? `${first}?${parts[1]}` : parts ? first : undefined;
}

/** Returns the URL of the first page of all posts. */
export const newestUrl = (): string => callUrl(callPaths.posts);
