import { readList } from '../../../src/app/following/read-list.ts';
import { look, startFollowing, toggleFollow } from '../../../src/app/following/start-following.ts';
import { type Followed, publishedAt } from '../../../src/reading/follows/follow.ts';
import { markAllRead, readFollowing } from '../../../src/reading/follows/follow-store.ts';
import { unreadPosts } from '../../../src/reading/follows/following.ts';
import { type ListPage, listUrlOf } from '../../../src/reading/follows/look-for-new.ts';

/** The highest number of pages to read, because a backend's list may link back to itself. */
const mostPages = 30;

/** A reader's actions on followed authors and topics. */
export const followingScreens = {
  /**
   * Reads the list of an author or a topic.
   *
   * @returns the timestamp of its newest post; 0 if it has none
   */
  async readListOf(followed: Followed): Promise<number> {
    const page = await readList(listUrlOf(followed), 'newest');
    return page === 'gone' ? 0 : Math.max(0, ...page.posts.map(publishedAt));
  },
  /** Presses "Follow" or "Unfollow" beside a list. @param known the newest post's timestamp, if the list has loaded */
  async toggleFollow(followed: Followed, known: number | undefined) {
    await startFollowing();
    return toggleFollow(followed, known);
  },
  /** Opens Following, which checks for new posts. @returns the ids of all posts that it lists, sorted */
  async openFollowing(): Promise<string[]> {
    await startFollowing();
    await look({ all: true });
    const { follows } = await readFollowing();
    const ids = new Set<string>();
    for (const followed of follows) {
      // Loads page after page, as if the end of the list came into view each time.
      let next: string | undefined = listUrlOf(followed);
      for (let pages = 0; next && pages < mostPages; pages += 1) {
        const page: ListPage = await readList(next, 'newest').catch(() => 'gone' as const);
        if (page === 'gone') break;
        for (const { _id } of page.posts) ids.add(_id);
        next = page.next;
      }
    }
    return [...ids].sort();
  },
  /** Returns the posts that are marked as new. */
  unread: () => unreadPosts.get(),
  markAllRead: () => markAllRead(unreadPosts.get()),
};
