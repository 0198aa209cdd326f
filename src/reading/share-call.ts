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
 * Returns the answer of the call that is under way for the same question, or makes one. A call that fails is not shared:
 * it also fails when the page that began it is closed.
 */
export async function shareCall(
  asked: Asked,
  taken: TakenCall,
  make: (askers: Askers) => Promise<Fetched>,
): Promise<Fetched> {
  const question = JSON.stringify([asked.request.url, ...asked.request.headers]);
  const earlier = callsUnderWay.get(question);
  if (earlier && mayJoin(earlier, asked, taken)) {
    earlier.askers.push(asked);
    const { response, outcome } = await earlier.fetching;
    // Nobody has read it yet: all who wait for one promise go on before anything else does.
    if (response.type !== 'error') return { response: response.clone(), outcome };
  }
  const askers: Askers = [asked];
  const own = { call: taken.call, beganAt: performance.now(), askers, fetching: make(askers) };
  // A page that is fetched ahead is stored as one that nobody was shown.
  if (!asked.isAhead) callsUnderWay.set(question, own);
  try {
    return await own.fetching;
  } finally {
    if (callsUnderWay.get(question) === own) callsUnderWay.delete(question);
  }
}

/**
 * Whether the call's answer will do: nothing was written, deleted or logged out since it began, and its connection is not
 * taken to be dead. A reader who asks again gets a call of their own.
 */
const mayJoin = ({ call, beganAt }: CallUnderWay, { request }: Asked, { lastChange }: TakenCall): boolean =>
  request.cache !== 'reload' && call > lastChange && performance.now() - beganAt < timeouts.joinWithinMs;
