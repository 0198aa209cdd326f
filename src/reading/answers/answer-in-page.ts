import { orLog } from '../../device/or-log.ts';
import { handleNews } from '../news/reading-news.ts';
import { readingCallOf } from '../store/reading-call.ts';
import { answerReading } from './answer-reading.ts';
import type { ReadingHost } from './fetch-reading.ts';

/** The `ReadingHost` of a page that answers its own calls, because no worker controls it. */
const host: ReadingHost = {
  page: '',
  waitUntil: (work) => void orLog('Could not store the answer of a call.', work),
  tell: async (data) => handleNews({ data }),
  onStored: async () => undefined,
};

/** Answers a call as the worker does. */
export async function answerInPage(request: Request): Promise<Response> {
  const reading = readingCallOf(request);
  if (!reading) return fetch(request);
  // Rejects at an abort: a call that is shared with an earlier request ignores this request's signal.
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  request.signal.addEventListener('abort', () => reject(request.signal.reason));
  const response = await Promise.race([answerReading({ request, reading, host }), aborted]);
  // If a worker answers with `Response.error()`, the page's fetch fails with a `TypeError`.
  if (response.type === 'error') throw new TypeError('Failed to fetch');
  return response;
}
