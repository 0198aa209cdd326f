import { useEffect, useRef } from 'react';
import { iconPaths } from './icon-paths.ts';

/**
 * Icons that follow the mouse. The handler only writes the mouse position to two custom properties. Transitions in the
 * style sheet move the icons, so that React renders nothing per move. The icons stay at rest for touch and pens, and
 * (by the style sheet) with reduced motion.
 */
export function FloatingIcons() {
  const sky = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let frame = 0;
    const follow = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        // From -1 to 1 across the window, without a unit; each icon multiplies it by its depth.
        sky.current?.style.setProperty('--mouse-x', String((event.clientX / innerWidth) * 2 - 1));
        sky.current?.style.setProperty('--mouse-y', String((event.clientY / innerHeight) * 2 - 1));
      });
    };
    addEventListener('pointermove', follow, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('pointermove', follow);
    };
  }, []);
  return (
    <div className="floating-icons" ref={sky} aria-hidden="true">
      {Object.entries(iconPaths).map(([name, path]) => (
        <span className="floating-icon" key={name}>
          <svg viewBox="0 0 48 48" aria-hidden="true">
            <path d={path} />
          </svg>
        </span>
      ))}
    </div>
  );
}
