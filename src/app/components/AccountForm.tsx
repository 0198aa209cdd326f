import { type FormEvent, type ReactNode, useState } from 'react';
import { connection } from '../../device/calls/connection.ts';
import { isStorageAllowed } from '../../session/start-session.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { Link } from './Link.tsx';

/** The parts of the form that another way to log in uses. */
export interface LoginAttempts {
  isSending: boolean;
  /** Sends a login, unless one is being sent. A login that rejects has failed, and the form says so. */
  attempt: (logIn: () => Promise<void>) => void;
}

interface AccountFormProps {
  heading: string;
  subtitle?: string;
  /** Rejects when the backend refused the login or could not be reached. */
  submit: (form: FormData) => Promise<void>;
  /** The link below the form: from login to register, and back. */
  other: { label: string; to: string };
  /** Another way to log in than the fields. */
  beside?: (attempts: LoginAttempts) => ReactNode;
  children: ReactNode;
}

type Progress = 'idle' | 'sending' | 'failed';

/** The form shared by register and login. Every failure gets the same message. */
export function AccountForm({ heading, subtitle, submit, other, beside, children }: AccountFormProps) {
  const isInBrowser = useIsHydrated();
  const [progress, setProgress] = useState<Progress>('idle');

  const isAway = useObservable(connection) === 'away';
  const isSending = progress === 'sending';

  const attempt = async (logIn: () => Promise<void>) => {
    if (isSending) return;
    setProgress('sending');
    try {
      await logIn();
    } catch (error) {
      console.error('Login failed; the form shows an error.', error);
      setProgress('failed');
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void attempt(() => submit(form));
  };

  return (
    <div className="column narrow">
      <h1>{heading}</h1>
      {subtitle && <p className="subtitle">{subtitle}</p>}
      {/* `post`: when submitted before the app is running, the password must not end up in the URL. */}
      <form method="post" onSubmit={onSubmit} aria-busy={isSending}>
        {children}
        <p className="form-error" role="alert">
          {progress === 'failed'
            ? 'Login failed. Please try again.'
            : isAway && 'Offline. Logging in needs a connection.'}
        </p>
        <button type="submit" className="button wide" aria-disabled={isSending}>
          Login
        </button>
      </form>
      {beside?.({ isSending, attempt })}
      {isInBrowser && !isStorageAllowed() && (
        <p className="subtitle">
          This browser lets websites store nothing. You can log in, and you stay logged in until you reload or close
          this page.
        </p>
      )}
      <p className="form-other">
        <Link to={other.to}>{other.label}</Link>
      </p>
    </div>
  );
}
