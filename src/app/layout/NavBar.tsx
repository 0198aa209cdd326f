import { Suspense } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { pagePaths } from '../../contract/paths.ts';
import { product } from '../../contract/product.ts';
import { installPrompt } from '../../data/install-prompt.ts';
import { profile } from '../../data/session/profile.ts';
import { Link } from '../components/Link.tsx';
import { lazyOrNothing } from '../components/lazy-or-nothing.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { useWaiting } from '../hooks/useWriting.ts';
import { Logo } from './Logo.tsx';
import { UserMenuLabel } from './UserMenuLabel.tsx';

const UserMenu = lazyOrNothing(async () => (await import('./UserMenu.tsx')).UserMenu);
const InstallButton = lazyOrNothing(async () => (await import('./InstallButton.tsx')).InstallButton);

/** The navigation bar (specification, section 2). Without a profile, links for authors lead to the login. */
export function NavBar() {
  const { pathname } = useLocation();
  const known = useObservable(profile);
  const offer = useObservable(installPrompt);
  const waiting = useWaiting().length;
  const authorPath = (path: string) => (known?.email ? path : pagePaths.login);
  return (
    <header className="bar">
      <Link className="bar-product" to={pagePaths.landing}>
        <Logo />
        <span>{product.name}</span>
      </Link>
      <nav className="bar-links" aria-label="Main">
        <Link to={pagePaths.home} aria-current={matchPath(pagePaths.home, pathname) ? 'page' : undefined}>
          Home
        </Link>
        <Link to={authorPath(pagePaths.myBlogs)}>
          My Blogs
          {waiting > 0 && (
            <span className="bar-count">
              {waiting}
              <span className="visually-hidden"> waiting on this device</span>
            </span>
          )}
        </Link>
        <Link to={authorPath(pagePaths.create)}>Create</Link>
        <Suspense>{offer && <InstallButton offer={offer} />}</Suspense>
      </nav>
      <div className="bar-user">
        {known?.username ? (
          <Suspense
            fallback={
              <div className="user-menu">
                <span className="button quiet">
                  <UserMenuLabel username={known.username} />
                </span>
              </div>
            }
          >
            <UserMenu username={known.username} email={known.email} />
          </Suspense>
        ) : (
          <Link className="button" to={pagePaths.login}>
            Login
          </Link>
        )}
      </div>
    </header>
  );
}
