import type { Post } from '../../../src/contract/posts.ts';
import { getPages } from '../../../src/data/api/blog.ts';
import { callUrl } from '../../../src/data/api/host.ts';
import { submitDelete } from '../../../src/data/outbox/submit.ts';
import { recordShownAnswer } from '../../../src/data/worker-client/worker-client.ts';
import type { PageEvents } from './page.ts';

const listPath = '/blog/posts';

/** What people do on the list and on their own. */
export const lists = (events: Pick<PageEvents, 'onList'>) => ({
  /** The list as it is opened: what is there at once, and what the network says. */
  async readList() {
    const pages = await getPages(callUrl(listPath), { count: 1, shown: [], freshness: 'newest' });
    const posts = pages.flatMap((page) => page.posts);
    recordShownAnswer(
      callUrl(listPath),
      posts.map(({ _id }) => _id),
      1,
    );
    events.onList(posts);
    return posts;
  },
  deletePost: (post: Post) => submitDelete(post),
});
