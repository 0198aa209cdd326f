import { connection } from '../../device/calls/connection.ts';
import { isLocalStorageAllowed } from '../../device/storage/record-database.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { CallForm, type CallFormProps } from './CallForm.tsx';
import { Link } from './Link.tsx';

interface AccountFormProps extends Pick<CallFormProps, 'submit' | 'beside' | 'children'> {
  heading: string;
  subtitle?: string;
  /** The link below the form: from login to register, or from register to login. */
  other: { label: string; to: string };
}

/** The form shared by register and login. Every failure gets the same message. */
export function AccountForm({ heading, subtitle, other, ...form }: AccountFormProps) {
  const isInBrowser = useIsHydrated();
  const isAway = useObservable(connection) === 'away';
  return (
    <div className="column narrow">
      <h1>{heading}</h1>
      {subtitle && <p className="subtitle">{subtitle}</p>}
      <CallForm
        action="Login"
        look="wide"
        say={() => 'Login failed. Please try again.'}
        hint={isAway && 'Offline. Logging in needs a connection.'}
        {...form}
      />
      {isInBrowser && !isLocalStorageAllowed() && (
        <p className="subtitle">
          This browser lets websites store nothing. You stay logged in until you reload or close this page.
        </p>
      )}
      <p className="form-other">
        <Link to={other.to}>{other.label}</Link>
      </p>
    </div>
  );
}
