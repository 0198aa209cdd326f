import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { CallForm, type CallFormProps } from '../../components/CallForm.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { takeFocus } from '../../components/take-focus.ts';
import { failureText } from '../../text/account-failure-text.ts';
import { UsernameField } from './UsernameField.tsx';

interface ConfirmedActionProps {
  /** Label of the button that opens the form. */
  label: string;
  /** Label of the button that submits the form. */
  action: string;
  look?: 'danger';
  needsNoPassword?: boolean;
  /** @param signal aborted when the author cancels or leaves */
  submit: (password: string, signal: AbortSignal) => Promise<void>;
  say?: CallFormProps['say'];
  onExpired: () => void;
  /** Shown instead of the button and the form, until the caller removes it. */
  result?: ReactNode;
  /** Shown above the password: describes the action that the author confirms. */
  children?: ReactNode;
}

/** A button that opens a form in its place. The form takes the focus and asks for the password. */
export function ConfirmedAction({ label, submit, result, ...rest }: ConfirmedActionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  const wasAsking = useRef(false);
  const takeFocusBack = useCallback((opener: HTMLButtonElement | null) => {
    if (wasAsking.current) opener?.focus();
  }, []);
  const close = () => {
    ending.current?.abort();
    wasAsking.current = true;
    setIsAsking(false);
  };
  const submitAndClose = async (values: FormData) => {
    ending.current = new AbortController();
    const { signal } = ending.current;
    await submit(String(values.get('password')), signal);
    if (!signal.aborted) close();
  };
  if (result) return result;
  if (isAsking) return <ConfirmForm submit={submitAndClose} onCancel={close} {...rest} />;
  return (
    <p>
      <button
        type="button"
        className={`button ${rest.look ?? 'quiet'}`}
        ref={takeFocusBack}
        onClick={() => setIsAsking(true)}
      >
        {label}
      </button>
    </p>
  );
}

interface ConfirmFormProps extends Omit<ConfirmedActionProps, 'label' | 'submit' | 'result'> {
  submit: (values: FormData) => Promise<void>;
  onCancel: () => void;
}

function ConfirmForm({ action, needsNoPassword, say = failureText(), children, ...rest }: ConfirmFormProps) {
  return (
    <section className="confirm" ref={takeFocus} aria-label={action}>
      <CallForm action={action} say={say} {...rest}>
        {children}
        {!needsNoPassword && (
          <>
            <UsernameField />
            <PasswordField label="Password" name="password" kind="current" />
          </>
        )}
      </CallForm>
    </section>
  );
}
