import { type RefObject, useEffect } from 'react';

/** Scrolled less far than this, in pixels, the reader has not changed direction. */
const tolerance = 8;

/**
 * Marks the bar as hidden while the reader scrolls down, until they scroll up again; the styles hide it on phones alone.
 * By an attribute and no state, so that React renders nothing as somebody scrolls.
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
