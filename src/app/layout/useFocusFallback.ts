import { type RefObject, useEffect } from 'react';

/**
 * Moves the focus when the focused element is removed, such as a button whose post is deleted: to the section around
 * it, else to the screen. Otherwise keyboard users would start again at the top of the page.
 */
export function useFocusFallback(screen: RefObject<HTMLElement | null>): void {
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
    // A click outside the screen has moved the focus on purpose.
    const forget = ({ target }: PointerEvent) => {
      if (!current.contains(target as Node)) around = [];
    };
    const catchFocus = () => {
      if (document.activeElement !== document.body) return;
      const nearest = around.find((element) => element.isConnected);
      if (!nearest) return;
      nearest.tabIndex = -1;
      nearest.focus({ preventScroll: true });
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
