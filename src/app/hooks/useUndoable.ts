import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { timeouts } from '../../device/timeouts.ts';

/**
 * Runs work that can be undone for a moment. The work begins `timeouts.undoMs` after `ask`, or as soon as the reader
 * leaves the screen or the page. `isAsked` is true from `ask` until the work is done or undone.
 *
 * @param work never rejects
 */
export function useUndoable(work: () => Promise<void>): { isAsked: boolean; ask: () => void; undo: () => void } {
  const [isAsked, setAsked] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const takeTimer = (): boolean => {
    const isSet = timer.current !== undefined;
    clearTimeout(timer.current);
    timer.current = undefined;
    return isSet;
  };
  const begin = async () => {
    if (!takeTimer()) return;
    await work();
    setAsked(false);
  };
  const leave = useEffectEvent(() => void begin());
  useEffect(() => {
    const onPageHide = () => leave();
    addEventListener('pagehide', onPageHide);
    return () => {
      removeEventListener('pagehide', onPageHide);
      leave();
    };
  }, []);
  return {
    isAsked,
    ask: () => {
      takeTimer();
      timer.current = setTimeout(begin, timeouts.undoMs);
      setAsked(true);
    },
    undo: () => {
      if (takeTimer()) setAsked(false);
    },
  };
}
