import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';

interface AccountFormProps {
  heading: string;
  subtitle?: string;
  /** Rejects when the backend did not let the person in. */
  submit: (form: FormData) => Promise<void>;
  /** The link below the form, to its sister. */
  other: { label: string; to: string };
  children: ReactNode;
}

type Progress = 'idle' | 'sending' | 'failed';

/** What register and login have in common: the button, the link below it, and one wording for every failure. */
export function AccountForm({ heading, subtitle, submit, other, children }: AccountFormProps) {
  const [progress, setProgress] = useState<Progress>('idle');

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (progress === 'sending') return;
    const form = new FormData(event.currentTarget);
    setProgress('sending');
    try {
      await submit(form);
    } catch (error) {
      console.error('Nobody was logged in.', error);
      setProgress('failed');
    }
  };

  return (
    <div className="column narrow">
      <h1>{heading}</h1>
      {subtitle && <p className="subtitle">{subtitle}</p>}
      {/* `post`: pressed before the app is running, the password must not end up in an address. */}
      <form method="post" onSubmit={onSubmit} aria-busy={progress === 'sending'}>
        {children}
        <p className="form-error" role="alert">
          {progress === 'failed' && 'Login failed. Please try again.'}
        </p>
        <button type="submit" className="button wide" aria-disabled={progress === 'sending'}>
          Login
        </button>
      </form>
      <p className="form-other">
        <Link to={other.to}>{other.label}</Link>
      </p>
    </div>
  );
}
