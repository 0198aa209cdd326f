import { orLog } from '../../device/or-log.ts';
import { hearNews } from '../news/reading-news.ts';
import { readingCallOf } from '../store/reading-call.ts';
import { answerReading } from './answer-reading.ts';
import type { ReadingHost } from './fetch-reading.ts';

/** The host of the calls that a page without a worker answers itself. */
const host: ReadingHost = {
  page: '',
  waitUntil: (work) => void orLog('Could not store the answer of a call.', work),
  tell: async (data) => hearNews({ data }),
  onStored: async () => undefined,
};

/** Answers a call as the worker does. */
export async function answerInPage(request: Request): Promise<Response> {
  const reading = readingCallOf(request);
  if (!reading) return fetch(request);
  // Some work does not heed the request's signal, such as a shared call. The page's own call must end at an abort all the same.
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  request.signal.addEventListener('abort', () => reject(request.signal.reason));
  const response = await Promise.race([answerReading({ request, reading, host }), aborted]);
  // If a worker answers with `Response.error()`, the page's fetch fails with a `TypeError`.
  if (response.type === 'error') throw new TypeError('Failed to fetch');
  return response;
}
