import type { PublicDocument } from './document.ts';

/** Bytes of documents kept, and the largest one worth keeping. */
const kept = { total: 32 * 1024 * 1024, each: 2 * 1024 * 1024 };

export type KeptDocuments = (key: string, make: () => Promise<PublicDocument>) => Promise<PublicDocument>;

/**
 * Keeps documents that were costly to make under a key that says all they were made of, so that what is kept is true
 * on every server. The ones asked for longest ago go first.
 */
export function keptDocuments(): KeptDocuments {
  const known = new Map<string, PublicDocument>();
  let size = 0;

  const forgetOldest = () => {
    for (const [key, { body }] of known) {
      if (size <= kept.total) return;
      known.delete(key);
      size -= body.length;
    }
  };

  return async (key, make) => {
    const found = known.get(key);
    if (found) {
      // Map keeps the order of insertion: put again, a document is the youngest.
      known.delete(key);
      known.set(key, found);
      return found;
    }
    const document = await make();
    if (document.body.length <= kept.each && !known.has(key)) {
      known.set(key, document);
      size += document.body.length;
      forgetOldest();
    }
    return document;
  };
}
