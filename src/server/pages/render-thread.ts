import { parentPort, workerData } from 'node:worker_threads';
import { BeyondBounds, type ThreadAnswer } from '../process/bounded-thread.ts';
import { encodeBounded } from './bounded-output.ts';
import { pageRenderer } from './page-renderer.ts';
import { renderFeedContent } from './render-feed-content.ts';
import type { RenderJob } from './render-lanes.ts';

const renderPage = pageRenderer(String(workerData));

parentPort?.on('message', async (job: RenderJob) => {
  try {
    const made = 'kind' in job ? encodeBounded(renderFeedContent(job)) : await renderPage(job);
    parentPort?.postMessage({ kind: 'made', made } satisfies ThreadAnswer, [made.buffer]);
  } catch (error) {
    const isBeyond = error instanceof BeyondBounds;
    parentPort?.postMessage((isBeyond ? { kind: 'beyond bounds' } : { kind: 'failed', error }) satisfies ThreadAnswer);
  }
});
