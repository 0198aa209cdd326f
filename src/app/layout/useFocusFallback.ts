import { type RefObject, useEffect } from 'react';

/**
 * Moves the focus to the surrounding section, else to the screen, when the focused element is removed, for example with
 * a deleted post. Otherwise keyboard users would start again at the first link of the page.
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
    // A click outside the screen moves the focus on purpose, so a removal must not move it back.
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
