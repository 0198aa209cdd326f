import { profile } from '../../../session/profile.ts';
import { useObservable } from '../../hooks/useObservable.ts';

/** A hidden field that tells a password manager whose password is asked for or changed. */
export function UsernameField() {
  const email = useObservable(profile)?.email ?? '';
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}
