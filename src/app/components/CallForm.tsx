import type { FormEvent, ReactNode } from 'react';
import { accountFailureOf } from '../../account/account-failure.ts';
import { useAccountCall } from '../hooks/useAccountCall.ts';
import type { FailureMessages } from '../text/account-failure-text.ts';
import type { LoginAttempts } from './AccountForm.tsx';

interface CallFormProps {
  /** The button that submits. */
  action: string;
  isDangerous?: boolean;
  /** Rejects as the call does. */
  submit: (values: FormData) => Promise<void>;
  words?: FailureMessages;
  onExpired?: () => void;
  /** Without it, there is no button to go back. */
  onCancel?: () => void;
  /** Another way to make the call than the fields. */
  beside?: (attempts: LoginAttempts) => ReactNode;
  children: ReactNode;
}

/** A form that makes one call about an account, and says why it failed. Empties itself when it has been done. */
export function CallForm({ action, isDangerous, submit, onCancel, beside, children, ...rest }: CallFormProps) {
  const { isBusy, failed, run } = useAccountCall(rest);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    void run(async () => {
      try {
        await submit(values);
        form.reset();
      } catch (error) {
        if (accountFailureOf(error).kind === 'wrong secret') selectSecret(form);
        throw error;
      }
    });
  };
  return (
    // `post`: when submitted before the app is running, a password must not end up in the URL.
    <form method="post" onSubmit={onSubmit} aria-busy={isBusy}>
      {children}
      <div className="form-actions">
        <button type="submit" className={isDangerous ? 'button danger' : 'button'} aria-disabled={isBusy}>
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
        {failed}
      </p>
      {beside?.({ isSending: isBusy, attempt: (call) => void run(call) })}
    </form>
  );
}

function selectSecret(form: HTMLFormElement): void {
  const secret = form.querySelector<HTMLInputElement>('[data-secret]');
  secret?.focus();
  secret?.select();
}
