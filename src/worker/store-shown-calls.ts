import { findStored } from '../reading/answer-reading.ts';
import { fetchReading } from '../reading/fetch-reading.ts';
import { readingCallAt } from '../reading/reading-call.ts';
import { jsonRequest, workerHost } from './worker-host.ts';

/** Stores the lists and posts that a page came with before the worker served it, by asking for them once more. */
export async function storeShownCalls(event: ExtendableEvent, urls: string[]): Promise<void> {
  for (const url of urls) {
    const reading = readingCallAt(url);
    if (!reading) continue;
    const stored = await findStored(reading);
    await (await fetchReading({ request: jsonRequest(url), reading, host: workerHost(event), stored })).outcome;
  }
}
