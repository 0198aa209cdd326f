import { parentPort, workerData } from 'node:worker_threads';
import { type PageSource, pageRenderer } from './page-renderer.ts';
import type { IndexJob } from './post-indexer.ts';
import { type FeedContentJob, renderFeedContent } from './render-feed-content.ts';

/** What a thread is asked for: a page or a feed's text by this one, an index entry by `post-index-thread.ts`. */
export type ThreadJob = PageSource | FeedContentJob | IndexJob;

/** The message for one job: what was made, as UTF-8, or the error. */
export type ThreadAnswer = { kind: 'made'; html: Uint8Array<ArrayBuffer> } | { kind: 'failed'; error: unknown };

const renderPage = pageRenderer(String(workerData));

const encoder = new TextEncoder();

parentPort?.on('message', async (job: Exclude<ThreadJob, IndexJob>) => {
  try {
    const html = 'kind' in job ? encoder.encode(renderFeedContent(job)) : await renderPage(job);
    parentPort?.postMessage({ kind: 'made', html } satisfies ThreadAnswer, [html.buffer]);
  } catch (error) {
    parentPort?.postMessage({ kind: 'failed', error } satisfies ThreadAnswer);
  }
});
