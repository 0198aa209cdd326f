import { type RefObject, useEffect } from 'react';

/** In pixels: a shorter scroll does not count as a change of direction. */
const tolerance = 8;

/**
 * Marks the bar as hidden while the reader scrolls down, until they scroll up again; the styles hide it on phones
 * alone. Sets an attribute and no state, so that React renders nothing while the reader scrolls.
 */
export function useHideOnScrollDown(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let before = scrollY;
    const follow = () => {
      const moved = scrollY - before;
      const height = bar.current?.offsetHeight ?? 0;
      if (Math.abs(moved) < tolerance && scrollY > height) return;
      bar.current?.toggleAttribute('data-hidden', moved > 0 && scrollY > height);
      before = scrollY;
    };
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, [bar]);
}
