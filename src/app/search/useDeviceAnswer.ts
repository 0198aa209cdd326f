import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { loadable } from '../../device/loadable.ts';
import { authorOf, session } from '../../session/session.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { type AnsweredDevice, type DeviceAnswer, deviceAnswer } from './device-answer.ts';

const noneYet: DeviceAnswer = { kind: 'none yet' };

/** In a file of its own, with the thread's address: the server renders results and knows no device. */
export const deviceSearch = loadable(() => import('./device-search.ts'));

/**
 * What this device has for a query; until it has answered, what it had for the one that was asked here before. What was
 * found for somebody who is no longer logged in is not returned.
 *
 * @param isTyped whether the query is being typed, and not the address's
 */
export function useDeviceAnswer(query: string, limit: number, isTyped: boolean): DeviceAnswer {
  const author = authorOf(useObservable(session));
  const [answer, setAnswer] = useState(noneYet);
  const isTyping = useEffectEvent(() => isTyped);
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const holding = deviceSearch.load().then(({ holdDeviceSearch }) => holdDeviceSearch(), reportUnavailable);
    return () => void holding.then((release) => release?.());
  }, []);
  useEffect(() => {
    deviceSearch.use(({ searchDevice }) => searchDevice(query, limit), reportUnavailable);
  }, [query, limit]);
  useEffect(() => {
    asked.current.add(query);
    const follow = () => {
      const latest = deviceAnswer.get();
      if (latest.kind === 'answered' && !asked.current.has(latest.query)) return;
      // The first cards at once, as each further key would put them off again. Who comes back gets the whole list they left.
      if (latest.kind === 'answered' && isTyping()) setAnswer((shown) => (hasFound(shown) ? shown : firstOf(latest)));
      // All others one after the other, so that somebody who types on is not held up.
      startTransition(() => setAnswer(latest));
    };
    follow();
    return deviceAnswer.subscribe(follow);
  }, [query]);
  return answer.kind === 'answered' && answer.author !== author ? noneYet : answer;
}

/** As many as a phone shows above its keyboard; a slow processor draws them in the time of one key. */
const firstCards = 2;

const hasFound = (answer: DeviceAnswer): boolean => answer.kind === 'answered' && answer.found.length > 0;

const firstOf = (answer: AnsweredDevice): AnsweredDevice => ({ ...answer, found: answer.found.slice(0, firstCards) });

export function reportUnavailable(error: unknown): undefined {
  console.error('Could not load the search on this device; going on without it.', error);
  deviceAnswer.set({ kind: 'unavailable' });
}
