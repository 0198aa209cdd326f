import type { Post } from '../../../src/contract/posts.ts';
import { submitDelete } from '../../../src/data/outbox/submit.ts';
import { listScreen } from './list-screen.ts';
import type { PageEvents } from './page.ts';

/** What people do on the list and on their own. */
export const lists = (events: Pick<PageEvents, 'onListOpened' | 'onListAsked'>) => ({
  ...listScreen(events),
  deletePost: (post: Post) => submitDelete(post),
});
