import { onItsOwn, type PublicDocument } from './document.ts';

/** In bytes: all that is kept, and the largest document worth keeping. */
const kept = { total: 64 * 1024 * 1024, each: 2 * 1024 * 1024 };
/** In bytes: what the heap needs for a document, however small it is. */
const besides = 1_024;

export type KeptDocuments = (key: string, make: () => Promise<PublicDocument>) => Promise<PublicDocument>;

/**
 * Keeps documents that were costly to make under a key that says all they were made of, so that what is kept is true
 * on every server. The ones asked for longest ago go first.
 */
export function keptDocuments(): KeptDocuments {
  const known = new Map<string, PublicDocument>();
  let size = 0;

  const forgetOldest = () => {
    for (const [key, document] of known) {
      if (size <= kept.total) return;
      known.delete(key);
      size -= weightOf(key, document);
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
    const made = await make();
    if (made.body.length > kept.each || known.has(key)) return made;
    const document = { ...made, body: onItsOwn(made.body) };
    known.set(key, document);
    size += weightOf(key, document);
    forgetOldest();
    return document;
  };
}

/** At most: of its two compressed forms, which are made when they are first asked for, neither is larger than itself. */
function weightOf(key: string, { body }: PublicDocument): number {
  return 3 * body.length + key.length + besides;
}
