import { limits as contractLimits } from '../../contract/limits.ts';
import { chargeShares, expectSharesLeft } from '../access/account-shares.ts';
import { chargeAfterwards, type RateLimit } from '../access/rate-limits.ts';
import type { Database, Store } from '../store/schema.ts';

/** The posts and bytes that one account may publish in an hour; 0 means no limit. */
export type PostingLimits = {
  posts: number;
  /** Titles, image addresses and contents together, in UTF-8. */
  bytes: number;
};

/**
 * High enough for an author who publishes everything at once after weeks offline, and low enough to stop a program that
 * fills the disk.
 */
export const defaultPostingLimits: PostingLimits = { posts: 120, bytes: 20_000_000 };

/** In bytes of UTF-8, of which a UTF-16 code unit takes 3 at most. */
export const longestStoredPost = 3 * (contractLimits.title + contractLimits.imgUrl + contractLimits.content);

/**
 * How many requests may store nothing for each post that an account may store: repeats, refused and unchanged ones. A
 * device repeats with a growing pause: of 120 posts whose answers are all lost it sends some hundreds of repeats an hour.
 */
const wastedPerPost = 10;

/** In seconds. */
const window = 60 * 60;

function policiesOf({ posts, bytes }: PostingLimits) {
  const policies = {
    posts: { name: 'posts-account', quota: posts, window },
    bytes: { name: 'bytes-account', quota: bytes, window },
    /** Bodies that were read without a new post coming of them. */
    wastedBytes: { name: 'wasted-bytes-account', quota: bytes, window },
    /** Requests that stored nothing. */
    wasted: { name: 'wasted-requests-account', quota: wastedPerPost * posts, window },
  };
  return policies satisfies Record<string, RateLimit>;
}

/**
 * Counts one post towards its author's hourly limits. Call it in the transaction that stores the post: then the limits
 * hold across any number of servers, and a post that is not stored is not counted.
 * @throws {HttpError} posting_limit_reached
 */
export async function chargePost(
  work: Database,
  limits: PostingLimits,
  authorId: string,
  bytes: number,
): Promise<void> {
  const policies = policiesOf(limits);
  await chargeShares(work, authorId, [policies.posts, 1], [policies.bytes, bytes]);
}

/**
 * As `chargePost`, for earlier versions that are added to a post.
 * @throws {HttpError} posting_limit_reached
 */
export async function chargeVersions(
  work: Database,
  limits: PostingLimits,
  authorId: string,
  bytes: number,
): Promise<void> {
  await chargeShares(work, authorId, [policiesOf(limits).bytes, bytes]);
}

/** In bytes. Shorter bodies are counted by their number alone. */
const worthCounting = 64 * 1024;

/**
 * Counts a request that stored nothing: a repeat, an invalid post, a deletion of what is not there. The quota of bytes is
 * the same as for stored ones; without the two, an account could make the server work for nothing without end.
 * @param bytes of its body
 */
export async function chargeWasted(
  store: Store,
  limits: PostingLimits,
  authorId: string,
  bytes: number,
): Promise<void> {
  const { wasted, wastedBytes } = policiesOf(limits);
  await chargeAfterwards(store, wasted, authorId, 1);
  if (bytes >= worthCounting) await chargeAfterwards(store, wastedBytes, authorId, bytes);
}

/**
 * Checks the limits of requests that store nothing, before one is looked at.
 * @throws {HttpError} posting_limit_reached
 */
export async function expectFewWasted(store: Store, limits: PostingLimits, authorId: string): Promise<void> {
  const { wasted, wastedBytes } = policiesOf(limits);
  await expectSharesLeft(store, authorId, [wasted, wastedBytes]);
}

/**
 * Checks the limits before a body is read, so that an author with nothing left need not send it.
 * @param isRepeat whether its key has published a post before: a repeat stores nothing
 * @throws {HttpError} posting_limit_reached
 */
export async function expectPostingIsOpen(
  store: Store,
  limits: PostingLimits,
  authorId: string,
  isRepeat: boolean,
): Promise<void> {
  const { posts, bytes, wasted, wastedBytes } = policiesOf(limits);
  await expectSharesLeft(store, authorId, isRepeat ? [wasted, wastedBytes] : [wasted, wastedBytes, posts, bytes]);
}
