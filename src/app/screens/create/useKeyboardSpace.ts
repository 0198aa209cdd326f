import { useEffect } from 'react';

/** Tells the styles how much of the page an on-screen keyboard covers, because browsers lay it over the page. */
export function useKeyboardSpace(): void {
  useEffect(() => {
    const viewport = globalThis.visualViewport;
    if (!viewport) return;
    const { style } = document.documentElement;
    const follow = () => {
      const { height, offsetTop, scale } = viewport;
      // On a page that is zoomed in, a smaller viewport does not mean a keyboard.
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
