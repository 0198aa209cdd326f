import { isOwnBackend } from '../../device/calls/host.ts';
import { orLog } from '../../device/or-log.ts';
import type { RecordStore } from '../../device/storage/record-database.ts';
import { evictPages } from './evict-pages.ts';
import { joinPages } from './join-pages.ts';
import type { SentPost } from './parse-posts.ts';
import { droppedFrom, putPages } from './put-pages.ts';
import { putPosts, removePosts } from './put-posts.ts';
import type { ReadingCall } from './reading-call.ts';
import { changeReading, keys } from './reading-database.ts';
import { isKnownList, kindOfList, readPages, type StoredPage } from './stored-page.ts';
import { readCalls } from './take-call.ts';

/** An answer of the backend that is a page of a list. */
export interface ListAnswer {
  url: string;
  call: number;
  posts: SentPost[];
  next: string | undefined;
  answeredAt: number;
  /** The characters of the answer. */
  size: number;
  /** Fetched before the app shows it. */
  isAhead: boolean;
}

/** The result of storing an answer. */
export type Stored =
  | {
      kind: 'stored';
      /** Whether it says something else than what was stored before. */
      hasChanged: boolean;
      /** Whether what is stored now is the answer as it was sent. */
      isAsSent: boolean;
      /** The ids of posts that it shows to be deleted, and the URLs of the other pages that had them. */
      deleted: string[];
      alsoChanged: string[];
    }
  /** The answer of a later call is stored, and stays. */
  | { kind: 'older' }
  /** The answer belongs to an author who has logged out, or to a URL that will not be requested again. */
  | { kind: 'not wanted' };

/**
 * Stores a page of a list and its posts in one transaction, joins the earlier pages to it, and evicts what is too much.
 *
 * @param newestCount how many of the newest posts stay in any case.
 * @throws DOMException `QuotaExceededError`; then all is as before.
 */
export const storeList = (answer: ListAnswer, newestCount: number): Promise<Stored> =>
  changeReading(async (store) => {
    const { url, call, posts, next, answeredAt, size } = answer;
    const pages = await readPages(store);
    const before = pages.get(url);
    if (before && before.call > call) return { kind: 'older' };
    if (kindOfList(url) === 'own' && call < (await readCalls(store)).lastLogout) return { kind: 'not wanted' };
    if (!isKnownList(pages, url)) return { kind: 'not wanted' };
    const isAhead = answer.isAhead && (!before || before.isAhead === true);
    const ids = posts.map(({ post }) => post._id);
    const fresh: StoredPage = { url, ids, next, call, answeredAt, size, isAhead };
    const put = await putPosts(store, { posts, call, isWhole: false });
    const gone = before ? await removePosts(store, missingFrom(fresh, before), call) : [];
    const joined = joinPages(pages, fresh);
    await putPages(store, pages, evictPages(joined, newestCount), droppedFrom(pages, joined));
    const isSame = !before?.isJoined && String(before?.ids) === String(ids) && before?.next === next;
    return {
      kind: 'stored',
      hasChanged: put.hasChanged || !isSame,
      isAsSent: put.areAsSent && joined.get(url)?.isJoined !== true,
      deleted: gone,
      alsoChanged: [...pages.values()].filter((page) => page !== before && hasAny(page, gone)).map((page) => page.url),
    };
  });

const hasAny = (page: StoredPage, ids: string[]): boolean => page.ids.some((id) => ids.includes(id));

/**
 * Notes that the app has shown what was fetched ahead: from now on a page is evicted like any other, and a post stays
 * although no list has it any more. Never rejects.
 */
export const markShown = (reading: ReadingCall): Promise<void> =>
  orLog(
    `Could not note that ${reading.url} was shown; it may be evicted early.`,
    changeReading((store) => (reading.kind === 'list' ? markPage(store, reading.url) : keepOpened(store, reading.id))),
  );

async function markPage(store: RecordStore, url: string): Promise<void> {
  const page = await store.get<StoredPage>(keys.page(url));
  if (page) store.put(keys.page(url), { ...page, isAhead: false } satisfies StoredPage);
}

async function keepOpened(store: RecordStore, id: string): Promise<void> {
  const pages = await readPages(store);
  if (await store.get(keys.post(id))) await putPages(store, pages, pages, [id]);
}

/**
 * Returns the posts that a page of the own backend had and lacks now, although it reaches further: they are deleted. The
 * backend lists posts by their ids, the latest first, so that a post which newer ones push off the page comes after its
 * last. A topic's list says nothing, as an edit takes a post out of it.
 */
function missingFrom({ url, ids, next }: StoredPage, before: StoredPage): string[] {
  if (!isOwnBackend || new URL(url).searchParams.has('topic')) return [];
  const last = ids.at(-1) ?? '';
  return before.ids.filter((id) => !ids.includes(id) && (next === undefined || id > last));
}

/** Evicts what is more than there may be, for instance once fewer of the newest posts are wanted. */
export const applyEviction = (newestCount: number): Promise<void> =>
  changeReading(async (store) => {
    const pages = await readPages(store);
    await putPages(store, pages, evictPages(pages, newestCount), []);
  });
