import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer } from '../pages/render-thread.ts';
import { indexEntryOf } from './index-entry.ts';
import type { IndexJob } from './post-indexer.ts';

const encoder = new TextEncoder();

parentPort?.on('message', ({ isPlain, ...post }: IndexJob) => {
  const html = encoder.encode(JSON.stringify(indexEntryOf(post, isPlain)));
  parentPort?.postMessage({ kind: 'made', html } satisfies ThreadAnswer, [html.buffer]);
});
