import { readingMinutes } from '../../app/text/reading-minutes.ts';
import type { PageOfIds } from '../posts/query-lists.ts';
import { type NamedPost, readPosts, type StoredPost, withoutEmail } from '../posts/query-posts.ts';
import type { Store } from '../store/schema.ts';

/** Returns posts as cards: without the content, and without the ETag, because no edit begins from a card. */
export function cardsOf<P extends StoredPost | NamedPost>(posts: P[]) {
  return posts.map(({ etag: _, ...post }) => {
    const minutes = readingMinutes({ content: post.content });
    return { ...post, content: '', ...(minutes !== undefined && { minutes }) };
  });
}

/** Returns the cards of posts, with the authors' names and not their emails. */
export async function namedCards(store: Store, { ids }: PageOfIds) {
  return cardsOf((await readPosts(store, ids)).map(withoutEmail)).map(forApp);
}

/** Adds an empty email, which the app treats as none. */
const forApp = ({ author, ...post }: Omit<NamedPost, 'etag'>) => ({ ...post, author: { ...author, email: '' } });
