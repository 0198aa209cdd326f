import { timeouts } from '../../device/timeouts.ts';
import { resultWithin } from '../../device/with-timeout.ts';
import type { TakenCall } from '../store/take-call.ts';
import type { Asked, Fetched } from './fetch-reading.ts';

interface CallUnderWay {
  asked: Asked;
  call: number;
  /** When the call began, by `performance.now`. */
  beganAt: number;
  fetching: Promise<Fetched>;
}

/** The latest call by page, URL and credential. A worker that is killed loses its calls, and this map with them. */
const callsUnderWay = new Map<string, CallUnderWay>();

/**
 * Returns the answer of the call that is under way for the same page, URL and credential, or else the answer that
 * `make` fetches. A call is no longer shared after a write, a delete, a logout or a change of the stored answer, nor
 * for longer than `timeouts.answerTimeoutMs`, as its connection may be dead. A request with the cache mode `reload`
 * always gets a separate call.
 *
 * @returns `undefined` if the shared call fails or takes too long. Then ask again, with a new call number.
 */
export async function shareCall(
  asked: Asked,
  { call, lastChange }: TakenCall,
  make: () => Promise<Fetched>,
): Promise<Fetched | undefined> {
  const { request, host, stored } = asked;
  if (request.cache === 'reload') return make();
  const question = String([host.page, request.url, request.headers.get('Authorization')]);
  const earlier = callsUnderWay.get(question);
  const leftMs = earlier ? earlier.beganAt + timeouts.answerTimeoutMs - performance.now() : 0;
  if (earlier && leftMs > 0 && earlier.call > lastChange && earlier.asked.stored?.body === stored?.body) {
    // Clones the response here, because this `then` runs before the first caller reads the body.
    const sharing = earlier.fetching.then((fetched) => ({ ...fetched, response: fetched.response.clone() }));
    const shared = await resultWithin(leftMs, sharing);
    // A shared call also fails if the request that began it is aborted.
    return shared?.response.type === 'error' ? undefined : shared;
  }
  const fetching = make().finally(() => {
    if (callsUnderWay.get(question)?.call === call) callsUnderWay.delete(question);
  });
  callsUnderWay.set(question, { asked, call, beganAt: performance.now(), fetching });
  return fetching;
}
