import { callPaths } from '../../../src/contract/paths.ts';
import type { Post } from '../../../src/contract/posts.ts';
import { callUrl } from '../../../src/device/calls/host.ts';
import { getPages, type PostPage } from '../../../src/reading/shown/blog-calls.ts';
import { loadBlogCalls } from '../../../src/reading/shown/load-blog-calls.ts';
import { type ListCalls, readPostList } from '../../../src/reading/shown/post-list.ts';
import { authorOf, session } from '../../../src/session/session.ts';
import { deletePost } from '../../../src/writing/my-writing.ts';
import type { ListEvents, PageEvents } from './page.ts';

/** Returns a person's actions on the author's own list, and on the list of all posts, which stays at its top. */
export function listScreens(events: Pick<PageEvents, 'onListOpened' | 'onListAsked'>) {
  let open: ReturnType<typeof openAnew> | undefined;

  /** Opens a new list, and records which call fetched each page. A page is identified by its array of posts. */
  function openAnew() {
    const requestOfPage = new Map<Post[], ListEvents>();
    const noting = <Read extends (...given: never[]) => Promise<PostPage[]>>(read: Read) =>
      (async (...given) => {
        const asked = events.onListAsked();
        try {
          const pages = await read(...given);
          for (const { posts } of pages) if (!requestOfPage.has(posts)) requestOfPage.set(posts, asked);
          return pages;
        } catch (error) {
          if (isOpen && list.pages().length === 0) asked.onFailed();
          throw error;
        }
      }) as Read;
    const load = async (): Promise<ListCalls> => {
      const { getPages, getOlder } = await loadBlogCalls();
      return { getPages: noting(getPages), getOlder: noting(getOlder) };
    };
    const list = readPostList(callPaths.posts, { isScrolled: () => false, load });
    let isOpen = true;
    let shown: readonly PostPage[] = [];
    const stopFollowing = list.state.subscribe(() => {
      const state = list.state.get();
      const pages = list.pages();
      if (state.state !== 'loaded' || pages === shown) return;
      const stay = new Set(shown.map(({ posts }) => posts));
      shown = pages;
      const isNew = ({ posts }: PostPage) => !stay.has(posts);
      const came = pages.filter(isNew);
      const by = pages.findLast(isNew) ?? pages[0];
      const asked = by && requestOfPage.get(by.posts);
      const [first] = came;
      const before = first ? pages.slice(0, pages.indexOf(first)) : pages;
      asked?.onShown(state.posts, { posts: postsIn(came), before: postsIn(before) });
    });
    const started = list.start();
    return {
      list,
      asked: started.asked,
      close() {
        isOpen = false;
        stopFollowing();
        started.stop();
      },
    };
  }

  const listed = () => {
    const state = open?.list.state.get();
    return state?.state === 'loaded' ? state : undefined;
  };

  return {
    /** Opens the list. @throws if there is nothing to show */
    async openList(): Promise<void> {
      open?.close();
      events.onListOpened();
      open = openAnew();
      const { list, asked } = open;
      await asked;
      if (list.state.get().state === 'failed') throw new DOMException('Failed to fetch blog posts.', 'NetworkError');
    },
    showMore: async () => open?.list.loadOlder(),
    hasMore: () => listed()?.next !== undefined,
    /** Returns the posts on the list. */
    listed: (): Post[] => listed()?.posts ?? [],
    /** Reads the author's own posts as My Blogs does. */
    async readOwnList(userId: string): Promise<Post[]> {
      return postsIn(await getPages(callUrl(callPaths.userPosts(userId)), { count: 1, freshness: 'newest' }));
    },
    async deletePost(post: Post) {
      const author = authorOf(session.get());
      return author === null ? undefined : deletePost(post, author);
    },
  };
}

const postsIn = (pages: readonly PostPage[]): Post[] => pages.flatMap((page) => page.posts);
