import { useState } from 'react';
import { logOut } from '../../account/log-out.ts';
import { pagePaths } from '../../contract/paths.ts';
import { Link } from '../components/Link.tsx';
import { usePending } from '../hooks/usePending.ts';
import { LogoutWithUnsentDialog } from './LogoutWithUnsentDialog.tsx';

/** The entries below the user's name (specification, section 2). */
export function UserMenu({ email, close }: { email: string; close: () => void }) {
  const hasWaiting = usePending().length > 0;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Link className="menu-entry" to={pagePaths.profile} onClick={close}>
        {email || 'Profile'}
      </Link>
      <button type="button" className="menu-entry" onClick={() => (hasWaiting ? setAsking(true) : void logOut())}>
        Logout
      </button>
      {isAsking && <LogoutWithUnsentDialog onClose={close} />}
    </>
  );
}
