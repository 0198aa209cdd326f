import { useEffect, useRef, useState } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { pagePaths } from '../../contract/paths.ts';
import { installPrompt } from '../../device/install/install-prompt.ts';
import { profile } from '../../session/profile.ts';
import { Link } from '../components/Link.tsx';
import { lazyOrNothing } from '../components/lazy-or-nothing.tsx';
import { useObservable } from '../hooks/useObservable.ts';
import { usePending } from '../hooks/usePending.ts';
import { useSite } from '../hooks/useSite.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { Disclosure } from './Disclosure.tsx';
import { Logo } from './Logo.tsx';
import { useHideOnScrollDown } from './useHideOnScrollDown.ts';

const DisplayPreferencesForm = lazyOrNothing(
  async () => (await import('./DisplayPreferencesForm.tsx')).DisplayPreferencesForm,
);
const InstallButton = lazyOrNothing(async () => (await import('./InstallButton.tsx')).InstallButton);

/** The navigation bar (specification, section 2). Without a profile, links for authors lead to the login. */
export function NavBar() {
  const { name } = useSite();
  const { pathname } = useLocation();
  const known = useObservable(profile);
  const offer = useObservable(installPrompt);
  const waiting = usePending().length;
  const authorPath = (path: string) => (known?.email ? path : pagePaths.login);
  const ariaCurrent = (path: string) => (matchPath(path, pathname) ? 'page' : undefined);
  // Loads the menu before its button is pressed, so that a user who presses it and tabs on at once finds the entries.
  const [menu, setMenu] = useState<typeof import('./UserMenu.tsx')>();
  useEffect(() => {
    if (known) import('./UserMenu.tsx').then(setMenu, (error) => console.error('Could not load the menu.', error));
  }, [known]);
  const bar = useRef<HTMLElement>(null);
  useHideOnScrollDown(bar);
  return (
    <header className="bar" ref={bar}>
      <Link className="bar-product" to={pagePaths.landing}>
        <Logo />
        <span>{name}</span>
      </Link>
      <nav className="bar-links" aria-label="Main">
        <Link to={pagePaths.home} aria-current={ariaCurrent(pagePaths.home)}>
          Home
        </Link>
        <Link to={authorPath(pagePaths.myBlogs)} aria-current={ariaCurrent(pagePaths.myBlogs)}>
          My Blogs
          {waiting > 0 && (
            <span className="bar-count">
              {waiting}
              <span className="visually-hidden"> waiting on this device</span>
            </span>
          )}
        </Link>
        <Link to={authorPath(pagePaths.create)} aria-current={ariaCurrent(pagePaths.create)}>
          Create
        </Link>
        {offer && <InstallButton offer={offer} />}
      </nav>
      <div className="bar-user">
        {known?.username ? (
          <Disclosure
            className="user-menu"
            look="button quiet"
            label={
              <>
                <span className="user-name">{known.username}</span>
                <span aria-hidden="true">▾</span>
              </>
            }
          >
            {(close) => menu && <menu.UserMenu email={known.email} close={close} />}
          </Disclosure>
        ) : (
          <Link className="button quiet" to={pagePaths.login}>
            Login
          </Link>
        )}
        <Disclosure className="look" name="Theme and text size" label={<span aria-hidden="true">Aa</span>}>
          {() => <DisplayPreferencesForm />}
        </Disclosure>
      </div>
      <ConnectionNotice />
    </header>
  );
}
