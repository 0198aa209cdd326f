import { useEffect, useRef } from 'react';
import { pagePaths } from '../../../contract/paths.ts';
import { Link } from '../../components/Link.tsx';

/** Takes the focus, as the form that had it is gone. */
export function Recovered() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.focus(), []);
  return (
    <div className="fields" ref={container} tabIndex={-1}>
      <p role="status">Your new password is set. You are logged out on every device.</p>
      <Link className="button wide" to={pagePaths.login}>
        Login
      </Link>
    </div>
  );
}
