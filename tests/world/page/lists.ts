import type { Post } from '../../../src/contract/posts.ts';
import { authorOf, session } from '../../../src/session/session.ts';
import { deletePost } from '../../../src/writing/my-writing.ts';
import { listScreen } from './list-screen.ts';
import type { PageEvents } from './page.ts';

/** What people do on the list and on their own list. */
export const lists = (events: Pick<PageEvents, 'onListOpened' | 'onListAsked'>) => ({
  ...listScreen(events),
  async deletePost(post: Post) {
    const author = authorOf(session.get());
    return author === null ? undefined : deletePost(post, author);
  },
});
