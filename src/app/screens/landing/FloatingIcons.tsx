import { useEffect, useRef } from 'react';
import { floatingIcons } from './icons.tsx';

/**
 * Icons that follow the mouse. The handler only says where the mouse is, in two custom properties; transitions in the
 * style sheet carry the icons there, so nothing is rendered per move. Touch and pens leave them at rest, and so does
 * reduced motion, by the style sheet.
 */
export function FloatingIcons() {
  const sky = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let frame = 0;
    const follow = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        // From -1 to 1 over the window, as a bare number that each icon multiplies by its depth.
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
      {floatingIcons.map(({ name, path }) => (
        <span className="floating-icon" key={name}>
          <svg viewBox="0 0 48 48" aria-hidden="true">
            <path d={path} />
          </svg>
        </span>
      ))}
    </div>
  );
}
