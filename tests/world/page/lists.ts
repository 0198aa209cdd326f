import type { Post } from '../../../src/contract/posts.ts';
import { authorOf, session } from '../../../src/session/session.ts';
import { deletePost } from '../../../src/writing/my-writing.ts';
import { listScreen } from './list-screen.ts';
import type { PageEvents } from './page.ts';

/** The actions on the list of all posts and on an author's own list. */
export const lists = (events: Pick<PageEvents, 'onListOpened' | 'onListAsked'>) => ({
  ...listScreen(events),
  async deletePost(post: Post) {
    const author = authorOf(session.get());
    return author === null ? undefined : deletePost(post, author);
  },
});
