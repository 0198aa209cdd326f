import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { renewLogin, watchLogin } from '../../account/renew-login.ts';
import type { Credentials } from '../../contract/accounts.ts';
import { logIn } from '../../session/auth-calls.ts';
import { profile } from '../../session/profile.ts';
import { session } from '../../session/session.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { failureText } from '../text/account-failure-text.ts';
import { CallForm } from './CallForm.tsx';
import { Dialog } from './Dialog.tsx';
import { PasskeyAutofill } from './PasskeyAutofill.tsx';
import { TextField } from './TextField.tsx';

export interface LoginAgainDialogProps {
  /** The user whose login has expired. */
  userId: string;
  /** A sentence about what the user can do after the login. */
  purpose: string;
  onLoggedIn: () => void;
  onClose: () => void;
}

/** Renews an expired login without leaving the screen, so that texts on it stay. */
export function LoginAgainDialog({ userId, purpose, onLoggedIn, onClose }: LoginAgainDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [email] = useState(() => profile.get()?.email ?? '');
  const [said, setSaid] = useState('');
  const { token } = useObservable(session);
  const [expired] = useState(token);
  const [isUnchanged] = useState(watchLogin);

  useEffect(() => {
    const empty = [...(dialog.current?.querySelectorAll('input') ?? [])].find(({ value }) => value === '');
    empty?.focus();
  }, []);

  // Called when this user has logged in again, in this dialog or in another tab.
  const finish = useEffectEvent(() => {
    dialog.current?.close();
    onLoggedIn();
  });
  useEffect(() => {
    if (token !== null && token !== expired && session.get().userId === userId) finish();
  }, [token, expired, userId]);

  const submit = async (values: FormData) =>
    accept(await logIn({ email: String(values.get('email')), password: String(values.get('password')) }));
  const accept = async (granted: Credentials) => {
    const isSame = granted.userId === userId;
    setSaid(isSame ? '' : other);
    await renewLogin(granted, () => isSame && isUnchanged());
  };
  return (
    <Dialog ref={dialog} heading="Log in again" onClose={onClose}>
      <p>Your login has expired. {purpose}</p>
      <CallForm
        action="Log in"
        submit={submit}
        say={failureText({ 'wrong secret': 'Login failed. Please try again.' })}
        onCancel={() => dialog.current?.close()}
        beside={(attempts) => <PasskeyAutofill {...attempts} accept={accept} />}
      >
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username webauthn"
          defaultValue={email}
          required
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password webauthn"
          data-secret=""
          required
        />
      </CallForm>
      <p role="alert">{said}</p>
    </Dialog>
  );
}

const other = 'That is another account. Use the one that was logged in here.';
