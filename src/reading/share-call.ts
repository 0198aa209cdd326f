import type { NotKept } from '../data/api/answered-at.ts';
import { timeouts } from '../data/timeouts.ts';
import { resultWithin } from '../data/with-timeout.ts';
import type { Asked, Fetched } from './fetch-reading.ts';
import type { TakenCall } from './take-call.ts';

/** All who have asked what a call answers; first the one who began it. */
export type Askers = [Asked, ...Asked[]];

interface Calling {
  /** Takes a number for a call, or says why its answer cannot be stored. */
  take: () => Promise<TakenCall | NotKept>;
  make: (askers: Askers, call: number | NotKept) => Promise<Fetched>;
}

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
 * Returns the answer of the call that is under way for the same question of the same page, or makes one. A call is not
 * shared once something was written, deleted or logged out, nor for longer than `timeouts.answerTimeoutMs`, as its
 * connection may be dead. A reader who asks again gets a call of their own, by a reload too.
 */
export async function shareCall(
  asked: Asked,
  { call, lastChange }: TakenCall,
  { take, make }: Calling,
): Promise<Fetched> {
  const { request, host, isAhead } = asked;
  let own = call;
  const question = String([host.page, request.url, request.headers.get('Authorization')]);
  const earlier = request.cache === 'reload' ? undefined : callsUnderWay.get(question);
  if (earlier && earlier.call > lastChange) {
    earlier.askers.push(asked);
    // Cloned before anybody reads it: all who wait for a promise itself go on before anything else does.
    const sharing = earlier.fetching.then((fetched) => ({ ...fetched, response: fetched.response.clone() }));
    const shared = await resultWithin(earlier.beganAt + timeouts.answerTimeoutMs - performance.now(), sharing);
    // The call of a page that gives it up fails.
    if (shared && shared.response.type !== 'error') return shared;
    // Others may have been answered meanwhile: a call that is made after them is numbered after them.
    const again = await take();
    if (typeof again === 'string') return make([asked], again);
    own = again.call;
  }
  const askers: Askers = [asked];
  const fetching = make(askers, own).finally(() => callsUnderWay.delete(question));
  // A page that is fetched ahead is stored as one that nobody was shown.
  if (!isAhead) callsUnderWay.set(question, { call: own, beganAt: performance.now(), askers, fetching });
  return fetching;
}
