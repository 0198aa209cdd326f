import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { currentTitle } from '../hooks/useDocumentTitle.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { NavBar } from './NavBar.tsx';
import { Notices } from './Notices.tsx';
import { useFocusFallback } from './useFocusFallback.ts';

export function Layout() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useFocusFallback(main);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <NavBar />
      <Notices />
      <main id="main" ref={main} tabIndex={-1}>
        {/* Above the keyed boundary, so that the current screen stays visible until the next screen has loaded. */}
        <Suspense>
          <ErrorBoundary key={pathname}>
            <Outlet />
          </ErrorBoundary>
        </Suspense>
      </main>
      <Footer />
      <Announcement pathname={pathname} main={main} />
    </>
  );
}

/** After a change of screen: scrolls to the top (not on Back), focuses `main` and announces the title. */
function Announcement({ pathname, main }: { pathname: string; main: React.RefObject<HTMLElement | null> }) {
  const title = useObservable(currentTitle);
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
