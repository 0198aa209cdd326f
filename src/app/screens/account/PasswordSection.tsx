import { useState } from 'react';
import { changePassword } from '../../../account/own-account-calls.ts';
import { renewLogin, watchLogin } from '../../../account/renew-login.ts';
import { isLoggedIn } from '../../../session/stored-login.ts';
import { CallForm } from '../../components/CallForm.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { failureText } from '../../text/account-failure-text.ts';
import { AccountSection, type SectionProps } from './AccountSection.tsx';
import { UsernameField } from './UsernameField.tsx';

/** Changes the password, after asking for the current one. */
export function PasswordSection({ login, onExpired }: SectionProps) {
  const [said, setSaid] = useState('');
  const submit = async (values: FormData) => {
    setSaid('');
    const [old, next] = [String(values.get('password')), String(values.get('newPassword'))];
    const isUnchanged = watchLogin();
    const granted = await changePassword(login.token, old, next);
    // Also replaces a login that another tab has renewed: the new password has ended that login, too.
    if (!(await renewLogin(granted, () => isUnchanged() || isLoggedIn(granted.userId)))) return;
    setSaid('Your password is changed. You are logged out everywhere but here. Recovery codes made before still work.');
  };
  return (
    <AccountSection heading="Password" offline="Changing your password needs a connection.">
      <CallForm
        action="Change password"
        submit={submit}
        say={failureText({
          'wrong secret': 'That is not your current password.',
          unanswered:
            'No answer: your password may be changed already. Try again. If the old one is refused, use the new one.',
        })}
        onExpired={onExpired}
      >
        <UsernameField />
        <PasswordField label="Current password" name="password" kind="current" />
        <PasswordField label="New password" name="newPassword" kind="new" />
      </CallForm>
      <p role="status">{said}</p>
    </AccountSection>
  );
}
