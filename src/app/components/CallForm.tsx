import { type FormEvent, type ReactNode, useState } from 'react';
import { type AccountFailure, accountFailureOf } from '../../account/account-failure.ts';
import { type FailureMessages, failureText } from '../text/account-failure-text.ts';
import type { LoginAttempts } from './AccountForm.tsx';

interface CallFormProps {
  /** The button that submits. */
  action: string;
  isDangerous?: boolean;
  /** Rejects as the call does. */
  submit: (values: FormData) => Promise<void>;
  words: FailureMessages;
  onFailure?: (failure: AccountFailure) => void;
  /** Without it, there is no button to go back. */
  onCancel?: () => void;
  /** Another way to make the call than the fields. */
  beside?: (attempts: LoginAttempts) => ReactNode;
  children: ReactNode;
}

type Progress = { kind: 'idle' } | { kind: 'sending' } | { kind: 'failed'; failure: AccountFailure };

/** A form that makes one call about an account, and says why it failed. Empties itself when it has been done. */
export function CallForm({ action, isDangerous, submit, words, children, ...rest }: CallFormProps) {
  const { onFailure, onCancel, beside } = rest;
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
  const isSending = progress.kind === 'sending';

  const attempt = async (call: () => Promise<void>, form?: HTMLFormElement) => {
    if (isSending) return;
    setProgress({ kind: 'sending' });
    try {
      await call();
      setProgress({ kind: 'idle' });
      form?.reset();
    } catch (error) {
      console.error('A call about the account failed; the form says why.', error);
      const failure = accountFailureOf(error);
      setProgress({ kind: 'failed', failure });
      const wrong = failure.kind === 'wrong secret' && form?.querySelector<HTMLInputElement>('[data-secret]');
      if (wrong) {
        wrong.focus();
        wrong.select();
      }
      onFailure?.(failure);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    void attempt(() => submit(values), form);
  };

  return (
    // `post`: when submitted before the app is running, a password must not end up in the URL.
    <form method="post" onSubmit={onSubmit} aria-busy={isSending}>
      {children}
      <div className="form-actions">
        <button type="submit" className={isDangerous ? 'button danger' : 'button'} aria-disabled={isSending}>
          {action}
        </button>
        {onCancel && (
          <button type="button" className="button quiet" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
      {/* Below what was pressed, which stays where it is. */}
      <p className="call-error" role="alert">
        {progress.kind === 'failed' && failureText(progress.failure, words)}
      </p>
      {beside?.({ isSending, attempt: (call) => void attempt(call) })}
    </form>
  );
}
