import type { FormEvent, ReactNode } from 'react';
import { accountFailureOf } from '../../account/account-failure.ts';
import { type AccountCallOptions, useAccountCall } from '../hooks/useAccountCall.ts';
import { QuietButton } from './QuietButton.tsx';

/** Lets a control beside the fields, such as a passkey button, make calls with the form's busy state and messages. */
export interface CallAttempts {
  isSending: boolean;
  /** Makes the call, unless another call is running. If the call rejects, the form says why. */
  attempt: (call: () => Promise<void>) => void;
}

export interface CallFormProps extends AccountCallOptions {
  /** The submit button's label and styles. */
  action: string;
  look?: string;
  /** Makes the call; rejects if the call fails. */
  submit: (values: FormData) => Promise<void>;
  /** Shown until a call fails. */
  hint?: ReactNode;
  /** Called by the Cancel button. If missing, the form has no such button. */
  onCancel?: () => void;
  /** Renders a control at the form's end that makes a call without the form's fields. */
  beside?: (attempts: CallAttempts) => ReactNode;
  children: ReactNode;
}

/** A form that makes one call about an account. Shows why the call failed, and empties the fields after a success. */
export function CallForm({ action, look = '', submit, hint, onCancel, beside, children, ...rest }: CallFormProps) {
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
    // `post` keeps the password out of the URL if the form is submitted before the app runs.
    <form method="post" onSubmit={onSubmit} aria-busy={isBusy}>
      {children}
      <div className="form-actions">
        <button type="submit" className={`button ${look}`} aria-disabled={isBusy}>
          {action}
        </button>
        {onCancel && <QuietButton onClick={onCancel}>Cancel</QuietButton>}
      </div>
      {/* Below the buttons, so that a message does not move them. */}
      <p className="form-error" role="alert">
        {failed || hint}
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
