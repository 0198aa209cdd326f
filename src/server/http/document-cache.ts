import { coalesceQueued, type QueuedWork } from '../process/coalesce-queued.ts';
import { copyOut, type PublicDocument } from './public-document.ts';

/** In bytes: the most that all small documents may take together. Large documents have a limit of their own. */
const mostBytes = 64 * 1024 * 1024;
/** In bytes: a document of this size or more is large. It evicts only large documents. Few posts are that long. */
const large = 256 * 1024;
const mostBytesOfLarge = 24 * 1024 * 1024;
/** In bytes: the overhead of a document on the heap, however small it is. */
const overheadBytes = 1_024;

export type DocumentCache = (key: string, work: QueuedWork<PublicDocument>) => Promise<PublicDocument>;

/**
 * Caches documents that are costly to make. The key must identify everything that the document was made of, so that no
 * server ever sends an outdated document. Concurrent requests for a missing document share one `make`, which begins
 * when the first of their networks gets its turn in the queue.
 */
export function createDocumentCache(): DocumentCache {
  const small = boundedMap(mostBytes);
  const larger = boundedMap(mostBytesOfLarge);
  const once = coalesceQueued<PublicDocument>();

  return (key, { queue, network, make }) => {
    const found = small.find(key) ?? larger.find(key);
    if (found) return Promise.resolve(found);
    const makeAndCopy = async () => {
      const made = await make();
      const document = { ...made, body: copyOut(made.body) };
      if (!document.isPartial) (document.body.length < large ? small : larger).put(key, document, network);
      return document;
    };
    return once(key, { queue, network, make: makeAndCopy });
  };
}

/** The documents made for one network, the least recently used first. */
type Share = { documents: Map<string, PublicDocument>; size: number };

/**
 * Returns a bounded map. When it is full, the network with the largest share loses its least recently used document. So
 * a client that requests one long post after the other evicts its own documents, and not those of other networks.
 */
function boundedMap(bound: number) {
  const shareOf = new Map<string, Share>();
  const shares = new Map<string, Share>();
  let size = 0;

  const evict = () => {
    let [network = '', largest] = [...shares][0] ?? [];
    for (const [each, share] of shares) if (share.size > (largest?.size ?? 0)) [network, largest] = [each, share];
    const [oldest] = largest?.documents ?? [];
    if (!largest || !oldest) return;
    const [key, document] = oldest;
    const weight = weightOf(key, document);
    largest.documents.delete(key);
    largest.size -= weight;
    size -= weight;
    shareOf.delete(key);
    if (largest.documents.size === 0) shares.delete(network);
  };

  return {
    find(key: string): PublicDocument | undefined {
      const share = shareOf.get(key);
      const found = share?.documents.get(key);
      if (!share || !found) return undefined;
      // A Map iterates in order of insertion: inserted again, a document is the last of its share to be evicted.
      share.documents.delete(key);
      share.documents.set(key, found);
      return found;
    },
    put(key: string, document: PublicDocument, network: string): void {
      const share = shares.get(network) ?? { documents: new Map(), size: 0 };
      shares.set(network, share);
      shareOf.set(key, share);
      share.documents.set(key, document);
      share.size += weightOf(key, document);
      size += weightOf(key, document);
      while (size > bound) evict();
    },
  };
}

/**
 * Returns an upper bound of the bytes that a document takes: its body, and two compressed bodies that are no larger.
 */
function weightOf(key: string, { body }: PublicDocument): number {
  return 3 * body.length + key.length + overheadBytes;
}
