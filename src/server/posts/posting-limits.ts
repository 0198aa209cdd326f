import { limits } from '../../contract/limits.ts';
import { hourlyShares, type Shares } from '../access/account-shares.ts';

/**
 * The posts and bytes that one account may publish in an hour; 0 means no limit. High enough for an author who
 * publishes everything at once after weeks offline, and low enough to stop a program that fills the disk.
 */
export const defaultPostingLimits = {
  posts: 120,
  /** Titles, image addresses and contents together, in UTF-8. */
  bytes: 20_000_000,
};

export type PostingLimits = typeof defaultPostingLimits;

/** In bytes of UTF-8: a UTF-16 code unit takes at most 3. */
export const longestStoredPost = 3 * (limits.title + limits.imgUrl + limits.content);

/**
 * How many requests that store nothing (repeated, refused or unchanged posts) are allowed for each post that an account
 * may store. A device retries with growing pauses: if the answers for 120 posts are all lost, it retries some hundreds
 * of times an hour.
 */
const emptyWritesPerPost = 10;

export const sharesOfPosts = ({ posts, bytes }: PostingLimits): Shares =>
  hourlyShares('posts', { number: posts, bytes, wasted: emptyWritesPerPost * posts, wastedBytes: bytes });
