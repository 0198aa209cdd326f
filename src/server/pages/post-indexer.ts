import { type IndexEntry, indexEntryOf, type PostIndexer } from '../domain/post-index.ts';
import { oneAtATime, WorkQueue } from '../work-queue.ts';
import { openPageThread, PageBeyondBounds } from './page-thread.ts';
import { workOrPlain } from './render-lanes.ts';

/** A post whose index entry is to be made, in a form that can be posted to another thread. */
export type IndexJob = {
  kind: 'index entry';
  title: string;
  content: string;
  /** Takes the text as it was written, which has no topics. */
  isPlain?: boolean;
};

/** In characters: a text up to this length is indexed on this thread, which takes a few milliseconds. */
const shortText = 10_000;

/** How long the thread waits for its next text, in milliseconds: it holds 50 MB, and starts in less than 0.1 s. */
const idle = 500;

/** The costliest text that a person would write takes less than a second. */
const bounds = { deadline: 2_000, memory: 160 };

const decoder = new TextDecoder();

/**
 * Makes index entries, those of long texts in a thread. A text that exceeds its bounds is taken as it was written, as
 * its page is, and one that exceeds them even so is found by its title.
 * @param file path of the built `post-index-thread.ts`; unset: all are made on this thread, as when running from source
 */
export function openPostIndexer(file: string | undefined): AsyncDisposable & { indexer: PostIndexer } {
  if (file === undefined)
    return { indexer: async (post) => indexEntryOf(post), [Symbol.asyncDispose]: async () => undefined };
  const thread = openPageThread(file, '', idle, bounds);
  const queue = new WorkQueue(oneAtATime);
  const indexer: PostIndexer = async ({ title, content }, network) => {
    if (content.length <= shortText) return indexEntryOf({ title, content });
    const job: IndexJob = { kind: 'index entry', title, content };
    try {
      const json = await workOrPlain((one) => queue.run(() => thread.make(one), network), job);
      return JSON.parse(decoder.decode(json)) as IndexEntry;
    } catch (error) {
      if (!(error instanceof PageBeyondBounds)) throw error;
      return indexEntryOf({ title, content: '' });
    }
  };
  return { indexer, [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose]() };
}
