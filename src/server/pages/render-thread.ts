import { parentPort, workerData } from 'node:worker_threads';
import { PageBeyondBounds } from '../process/bounded-thread.ts';
import type { IndexJob } from '../search/post-indexer.ts';
import { encodeBounded } from './bounded-output.ts';
import { type PageSource, pageRenderer } from './page-renderer.ts';
import { type FeedContentJob, renderFeedContent } from './render-feed-content.ts';

/** What a thread is asked for: a page or a feed's text by this one, an index entry by `post-index-thread.ts`. */
export type ThreadJob = PageSource | FeedContentJob | IndexJob;

/** The message for one job: what was made, as UTF-8, that it is too long to be sent, or the error. */
export type ThreadAnswer =
  | { kind: 'made'; html: Uint8Array<ArrayBuffer> }
  | { kind: 'beyond bounds' }
  | { kind: 'failed'; error: unknown };

const renderPage = pageRenderer(String(workerData));

parentPort?.on('message', async (job: Exclude<ThreadJob, IndexJob>) => {
  try {
    const html = 'kind' in job ? encodeBounded(renderFeedContent(job)) : await renderPage(job);
    parentPort?.postMessage({ kind: 'made', html } satisfies ThreadAnswer, [html.buffer]);
  } catch (error) {
    const isBeyond = error instanceof PageBeyondBounds;
    parentPort?.postMessage((isBeyond ? { kind: 'beyond bounds' } : { kind: 'failed', error }) satisfies ThreadAnswer);
  }
});
