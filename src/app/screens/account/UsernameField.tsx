import { profile } from '../../../session/profile.ts';
import { useObservable } from '../../hooks/useObservable.ts';

/** Tells a password manager whose password is asked for or changed; nobody sees it. */
export function UsernameField() {
  const email = useObservable(profile)?.email ?? '';
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}
