import { useEffect } from 'react';

/** Tells the styles how much of the page a keyboard on the screen covers, which browsers lay over it. */
export function useKeyboardSpace(): void {
  useEffect(() => {
    const viewport = globalThis.visualViewport;
    if (!viewport) return;
    const { style } = document.documentElement;
    const follow = () => {
      const { height, offsetTop, scale } = viewport;
      // A page that is zoomed into has no keyboard's space.
      const covered = scale > 1.05 ? 0 : Math.max(0, innerHeight - height - offsetTop);
      style.setProperty('--keyboard', `${Math.round(covered)}px`);
    };
    const stop = new AbortController();
    for (const type of ['resize', 'scroll']) viewport.addEventListener(type, follow, { signal: stop.signal });
    follow();
    return () => {
      stop.abort();
      style.removeProperty('--keyboard');
    };
  }, []);
}
