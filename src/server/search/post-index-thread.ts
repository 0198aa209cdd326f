import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer } from '../process/bounded-thread.ts';
import { indexEntryOf } from './index-entry.ts';
import type { IndexJob } from './post-indexer.ts';

const encoder = new TextEncoder();

parentPort?.on('message', ({ isPlain, ...post }: IndexJob) => {
  const made = encoder.encode(JSON.stringify(indexEntryOf(post, isPlain)));
  parentPort?.postMessage({ kind: 'made', made } satisfies ThreadAnswer, [made.buffer]);
});
