import { type ReactNode, useEffect, useRef } from 'react';
import type { AccountFailure } from '../../../account/account-failure.ts';
import { CallForm } from '../../components/CallForm.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import type { FailureMessages } from '../../text/account-failure-text.ts';
import { UsernameField } from './UsernameField.tsx';

interface ConfirmFormProps {
  action: string;
  isDangerous?: boolean;
  submit: (password: string) => Promise<void>;
  words?: FailureMessages;
  onFailure: (failure: AccountFailure) => void;
  onCancel: () => void;
  /** Says above the password what the author confirms. */
  children?: ReactNode;
}

/** Asks for the password before something is done. Takes the focus as it comes. */
export function ConfirmForm({ action, isDangerous = false, submit, words = {}, children, ...rest }: ConfirmFormProps) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section className="confirm" ref={place} tabIndex={-1} aria-label={action}>
      <CallForm
        action={action}
        isDangerous={isDangerous}
        submit={(values) => submit(String(values.get('password')))}
        words={words}
        {...rest}
      >
        {children}
        <UsernameField />
        <PasswordField label="Password" name="password" kind="current" />
      </CallForm>
    </section>
  );
}
