import type { PageOfIds } from '../posts.ts';
import { readPosts } from '../posts.ts';
import type { Store } from '../store/schema.ts';
import { type JsonDocument, jsonDocument } from './document.ts';

/** Bytes of serialised pages kept, and the largest one worth keeping. */
const kept = { total: 32 * 1024 * 1024, each: 2 * 1024 * 1024 };

/**
 * Pages as documents. A post never changes once it is published, nor does its author's email: the ids on a page say
 * all there is to know about it, so a page is made once, and asking the database for the ids alone keeps it true on
 * every server.
 */
export function pageDocuments(store: Store): (page: PageOfIds) => Promise<JsonDocument> {
  const known = new Map<string, JsonDocument>();
  let size = 0;

  const forgetOldest = () => {
    for (const [key, { body }] of known) {
      if (size <= kept.total) return;
      known.delete(key);
      size -= body.length;
    }
  };

  return async ({ ids }) => {
    const key = ids.join();
    const found = known.get(key);
    if (found) {
      // Map keeps the order of insertion: put again, a page is the youngest.
      known.delete(key);
      known.set(key, found);
      return found;
    }
    const posts = await readPosts(store, ids);
    const document = jsonDocument(posts);
    if (posts.length === ids.length && document.body.length <= kept.each && !known.has(key)) {
      known.set(key, document);
      size += document.body.length;
      forgetOldest();
    }
    return document;
  };
}
