import { timeouts } from '../data/timeouts.ts';
import type { Asked, Fetched } from './fetch-reading.ts';
import type { TakenCall } from './take-call.ts';

/** All who have asked what a call answers; first the one who began it. */
export type Askers = [Asked, ...Asked[]];

interface CallUnderWay {
  call: number;
  /** By `performance.now`. */
  beganAt: number;
  askers: Askers;
  fetching: Promise<Fetched>;
}

/** The latest call for each question. A worker that is killed loses its calls, and with them these. */
const callsUnderWay = new Map<string, CallUnderWay>();

/**
 * Returns the answer of the call that is under way for the same question, or makes one. A call is not shared once something
 * was written, deleted or logged out, or its connection may be dead; a reader who asks again gets a call of their own.
 */
export async function shareCall(
  asked: Asked,
  { call, lastChange }: TakenCall,
  make: (askers: Askers, call: number) => Promise<Fetched>,
): Promise<Fetched> {
  const { request, isAhead } = asked;
  const question = String([request.url, ...request.headers]);
  const earlier = request.cache === 'reload' ? undefined : callsUnderWay.get(question);
  if (earlier && earlier.call > lastChange && performance.now() - earlier.beganAt < timeouts.answerTimeoutMs) {
    earlier.askers.push(asked);
    const { response, outcome } = await earlier.fetching;
    // Nobody has read it yet: all who wait for one promise go on before anything else does. A call that has failed may have
    // ended with the page that began it.
    if (response.type !== 'error') return { response: response.clone(), outcome };
  }
  const askers: Askers = [asked];
  const fetching = make(askers, call).finally(() => callsUnderWay.delete(question));
  // A page that is fetched ahead is stored as one that nobody was shown.
  if (!isAhead) callsUnderWay.set(question, { call, beganAt: performance.now(), askers, fetching });
  return fetching;
}
