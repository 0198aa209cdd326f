import { changeInTime } from '../../device/storage/record-changes.ts';
import { type RecordStore, recordDatabase } from '../../device/storage/record-database.ts';
import { lockNames } from '../../device/storage/storage-names.ts';
import { withEviction } from '../../device/storage/with-eviction.ts';
import { timeouts } from '../../device/timeouts.ts';

/** A separate database, so that a long transaction here does not delay saving a draft. */
const transact = recordDatabase('reading', lockNames.reading);

export const keys = {
  post: (id: string) => `post/${id}`,
  posts: 'post/',
  list: (url: string) => `list/${url}`,
  lists: 'list/',
  pin: (id: string) => `pin/${id}`,
  pins: 'pin/',
  lastRead: (id: string) => `read/${id}`,
  lastReads: 'read/',
  calls: 'calls',
  singles: 'singles',
  deleted: 'deleted',
} as const;

/** A post on this device, as the backend sent it. */
export interface StoredPost {
  id: string;
  /** The number of the first call whose answer had the post in this state (take-call.ts). */
  call: number;
  /** The JSON of the post. */
  body: string;
  /** `false` if only lists have returned the post, and without its text. */
  hasText: boolean;
}

/** A post that a reader has chosen to keep. It is never evicted. */
export interface Pin {
  id: string;
  /** The call number taken when the post was pinned: the post that was pinned last has the highest. */
  at: number;
  /** Addresses of the pictures that were pinned with the post. */
  images: string[];
}

/** By post id, the number of the call that showed the post to be deleted. */
export type DeletedPosts = Record<string, number>;

/** The ids of posts that stay without a list, oldest first: a reader opened them, or their list dropped them. */
export type Singles = string[];

export const readDeleted = async (store: RecordStore): Promise<DeletedPosts> => (await store.get(keys.deleted)) ?? {};

export const readSingles = async (store: RecordStore): Promise<Singles> => (await store.get(keys.singles)) ?? [];

/** Reads in one transaction. Never settles if the database hangs. */
export const readReading = <T>(read: (store: RecordStore) => Promise<T>): Promise<T> => transact('readonly', read);

/**
 * Reads and writes in one transaction: no other tab writes in between, and a worker that is killed writes all or
 * nothing. On a full device, evicts images to free space.
 *
 * @throws DOMException `TimeoutError` if the database takes longer than `timeouts.cacheWriteTimeoutMs`.
 * @throws DOMException `QuotaExceededError`
 */
export const changeReading = <T>(change: (store: RecordStore) => Promise<T>): Promise<T> =>
  withEviction(() =>
    changeInTime(
      async (store) => {
        const result = await change(store);
        await store.commit();
        return result;
      },
      { transact, timeoutMs: timeouts.cacheWriteTimeoutMs },
    ),
  );
