import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { loadable } from '../../device/loadable.ts';
import { authorOf, session } from '../../session/session.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { type AnsweredDevice, type DeviceAnswer, deviceAnswer } from './device-answer.ts';

const noneYet: DeviceAnswer = { kind: 'none yet' };

/** Imported on demand, because the server renders results, too, and must not load the thread's module. */
export const deviceSearch = loadable(() => import('./device-search.ts'));

/**
 * Returns this device's answer to a query; until it arrives, the answer to the previous query. Never returns answers
 * for another user.
 *
 * @param isTyped whether the reader is typing the query; otherwise it comes from the address
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
      // While the reader types, shows the first cards at once, because each key would delay a transition again.
      if (latest.kind === 'answered' && isTyping()) setAnswer((shown) => (hasFound(shown) ? shown : firstOf(latest)));
      // Shows all cards in a transition, so that they do not hold up a reader who types on.
      startTransition(() => setAnswer(latest));
    };
    follow();
    return deviceAnswer.subscribe(follow);
  }, [query]);
  return answer.kind === 'answered' && answer.author !== author ? noneYet : answer;
}

/** Number of cards that a phone shows above its keyboard. A slow processor draws them between two keystrokes. */
const firstCards = 2;

const hasFound = (answer: DeviceAnswer): boolean => answer.kind === 'answered' && answer.found.length > 0;

const firstOf = (answer: AnsweredDevice): AnsweredDevice => ({ ...answer, found: answer.found.slice(0, firstCards) });

export function reportUnavailable(error: unknown): undefined {
  console.error('Could not load the search on this device; going on without it.', error);
  deviceAnswer.set({ kind: 'unavailable' });
}
