import { Suspense } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { pagePaths } from '../../contract/paths.ts';
import { product } from '../../contract/product.ts';
import { installOffer } from '../../data/install.ts';
import { profile } from '../../data/profile.ts';
import { optional } from '../parts/optional.ts';
import { useStore } from '../parts/useStore.ts';
import { useWaiting } from '../parts/useWaiting.ts';
import { Mark } from './Mark.tsx';
import { UserMenu } from './UserMenu.tsx';

const InstallEntry = optional(async () => (await import('./InstallEntry.tsx')).InstallEntry);

/** The navigation bar (specification, section 2): where it leads depends on what is known of the profile. */
export function Bar() {
  const known = useStore(profile);
  const offer = useStore(installOffer);
  const waiting = useWaiting().length;
  const authorPath = (path: string) => (known?.email ? path : pagePaths.login);
  return (
    <header className="bar">
      <Link className="bar-product" to={pagePaths.landing}>
        <Mark />
        <span>{product.name}</span>
      </Link>
      <nav className="bar-links" aria-label="Main">
        <NavLink to={pagePaths.home}>Home</NavLink>
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
        <Suspense>{offer && <InstallEntry offer={offer} />}</Suspense>
      </nav>
      <div className="bar-user">
        {known?.username ? (
          <UserMenu username={known.username} email={known.email} />
        ) : (
          <Link className="button" to={pagePaths.login}>
            Login
          </Link>
        )}
      </div>
    </header>
  );
}
