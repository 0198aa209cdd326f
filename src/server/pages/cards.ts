import { readingMinutes } from '../../app/text/reading-minutes.ts';
import type { PageOfIds } from '../posts/query-lists.ts';
import { type NamedPost, readPosts, type StoredPost, withoutEmail } from '../posts/query-posts.ts';
import type { Store } from '../store/schema.ts';

/** Leaves out of posts what no card shows: the content, and the ETag, from which no edit begins there. */
export function cardsOf<P extends StoredPost | NamedPost>(posts: P[]) {
  return posts.map(({ etag: _, ...post }) => {
    const minutes = readingMinutes({ content: post.content });
    return { ...post, content: '', ...(minutes !== undefined && { minutes }) };
  });
}

/** Returns the cards of posts whose authors are told by their names. */
export async function namedCards(store: Store, { ids }: PageOfIds) {
  return cardsOf((await readPosts(store, ids)).map(withoutEmail)).map(forApp);
}

/** The app takes an empty email for none. */
const forApp = ({ author, ...post }: Omit<NamedPost, 'etag'>) => ({ ...post, author: { ...author, email: '' } });
