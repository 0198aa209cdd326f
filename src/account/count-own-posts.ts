import * as v from 'valibot';
import { callPaths } from '../contract/paths.ts';
import { client } from '../device/calls/client.ts';
import { followablePage } from '../device/calls/link-header.ts';

/** Maximum number of pages to read: each page contains whole posts, up to 1 MB. */
const mostPages = 10;

export interface PostCount {
  count: number;
  /** Whether the account has more posts than were counted. */
  isMore: boolean;
}

/** Counts an account's posts by reading up to `mostPages` pages of their list. Caches nothing. */
export async function countOwnPosts(userId: string, signal: AbortSignal): Promise<PostCount> {
  let count = 0;
  let next: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const answer = client.get(next ? new URL(next) : callPaths.userPosts(userId), { cache: 'no-store', signal });
    count += (await answer.json(v.array(v.unknown()))).length;
    const { headers, url } = await answer;
    next = followablePage(headers.get('Link'), url);
    if (!next) return { count, isMore: false };
  }
  return { count, isMore: true };
}
