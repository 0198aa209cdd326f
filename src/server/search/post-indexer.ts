import { termsOf } from '../../text/search/search-terms.ts';
import type { IndexEntry, PostIndexer } from '../posts/post-index.ts';
import { plainSummary } from '../posts/summarise.ts';
import { BeyondBounds } from '../process/bounded-thread.ts';
import { laneFor, lanesOf, openThreads, workOrPlain } from '../process/thread-lanes.ts';

/** The job of making a post's index entry, for a worker thread. */
export type IndexJob = {
  kind: 'index entry';
  title: string;
  content: string;
  /** Whether to leave the text unparsed, so that it has no topics. */
  isPlain?: boolean;
};

/** Bounds of one job: the costliest text that a person would write takes less than a second. */
const bounds = { deadline: 2_000, memory: 160 };

const decoder = new TextDecoder();

/**
 * Returns a function that makes index entries in worker threads. A text that exceeds the bounds is indexed unparsed,
 * just as its page shows it unformatted. If the unparsed text exceeds the bounds, too, the post is found by its title
 * alone.
 * @param file path of the built `post-index-thread.ts`; unset: the calling thread makes the entries
 */
export function openPostIndexer(file: string | undefined): AsyncDisposable & { indexer: PostIndexer } {
  if (file === undefined) return { indexer: inThisThread, [Symbol.asyncDispose]: async () => undefined };
  const threads = openThreads<IndexJob>(file, '', bounds);
  const lanes = lanesOf(threads);
  const indexer: PostIndexer = async ({ title, content }, network) => {
    const { queue, work } = laneFor(lanes, Buffer.byteLength(content));
    const job: IndexJob = { kind: 'index entry', title, content };
    try {
      const json = await workOrPlain((one) => queue.run(() => work(one), network), job);
      return JSON.parse(decoder.decode(json)) as IndexEntry;
    } catch (error) {
      if (!(error instanceof BeyondBounds)) throw error;
      return { terms: [...termsOf({ title, content: '' })], topics: [], summary: plainSummary(content) };
    }
  };
  return { indexer, [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose]() };
}

/** Imports the parser on demand: a server with threads never loads it. */
const inThisThread: PostIndexer = async (post) => (await import('./index-entry.ts')).indexEntryOf(post);
