import { type RefObject, useEffect } from 'react';

/**
 * Catches the focus of what goes while it has it, as a button does whose post is deleted, discarded or sent: it falls
 * to the section around it, or to the screen, instead of to nothing, from where a keyboard would begin again at the top.
 */
export function useKeptFocus(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = screen;
    if (!current) return;
    let around: HTMLElement[] = [];
    const remember = ({ target }: FocusEvent) => {
      around = [];
      for (let at = target as HTMLElement | null; at && at !== current; at = at.parentElement) {
        if (at.matches('section')) around.push(at);
      }
      around.push(current);
    };
    // Whoever presses a pointer elsewhere has left by will.
    const forget = ({ target }: PointerEvent) => {
      if (!current.contains(target as Node)) around = [];
    };
    const catchFocus = () => {
      if (document.activeElement !== document.body) return;
      const place = around.find((element) => element.isConnected);
      if (!place) return;
      place.tabIndex = -1;
      place.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(catchFocus);
    observer.observe(current, { childList: true, subtree: true });
    current.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget);
    return () => {
      observer.disconnect();
      current.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget);
    };
  }, [screen]);
}
