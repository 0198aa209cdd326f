import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { useStore } from '../parts/useStore.ts';
import { screenTitle } from '../parts/useTitle.ts';
import { Bar } from './Bar.tsx';
import { Footer } from './Footer.tsx';
import { Mishap } from './Mishap.tsx';
import { Notices } from './Notices.tsx';
import { useKeptFocus } from './useKeptFocus.ts';

/** What stands around every screen. */
export function Frame() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Bar />
      <Notices />
      <main id="main" ref={main} tabIndex={-1}>
        {/* Outlives the screens: the last one stays until the next has come, instead of giving way to nothing. */}
        <Suspense>
          <Mishap key={pathname}>
            <Outlet />
          </Mishap>
        </Suspense>
      </main>
      <Footer />
      <Announcement pathname={pathname} main={main} />
    </>
  );
}

/** After each change of screen: reading starts at its top, and a screen reader hears where it is. */
function Announcement({ pathname, main }: { pathname: string; main: React.RefObject<HTMLElement | null> }) {
  const title = useStore(screenTitle);
  const [hasMoved, setHasMoved] = useState(false);
  const shown = useRef(pathname);
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!isBack) scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
    setHasMoved(true);
  }, [pathname, isBack, main]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {hasMoved && title}
    </p>
  );
}
