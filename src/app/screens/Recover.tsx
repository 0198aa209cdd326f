import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { resetByLink, resetByRecoveryCode } from '../../account/recover-calls.ts';
import { pagePaths } from '../../contract/paths.ts';
import { openProfile } from '../../session/profile.ts';
import { CallForm } from '../components/CallForm.tsx';
import { Link } from '../components/Link.tsx';
import { PasswordField } from '../components/PasswordField.tsx';
import { TextField } from '../components/TextField.tsx';
import { takeFocus } from '../components/take-focus.ts';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { failureText } from '../text/account-failure-text.ts';

/** Replaces a forgotten password, by a recovery code or by the operator's link, whose secret is in the URL's hash. */
export function Recover() {
  useDocumentTitle('Recover');
  const isInBrowser = useIsHydrated();
  const secret = useLocation().hash.slice(1);
  const [isDone, setIsDone] = useState(false);
  const onDone = () => {
    setIsDone(true);
    // The new password has ended this device's login, too, and the navigation bar must show that.
    void openProfile();
  };
  return (
    <div className="column narrow">
      <h1>Set a new password</h1>
      {isDone ? (
        <Recovered />
      ) : (
        isInBrowser && (secret ? <ByLink link={secret} onDone={onDone} /> : <ByCode onDone={onDone} />)
      )}
    </div>
  );
}

const unanswered = 'No answer: the new password may be set already. Try to log in with it before you try again.';

interface NewPasswordFormProps {
  submit: (values: FormData) => Promise<void>;
  /** Shown for a wrong code or link. */
  wrongSecret: string;
  children: ReactNode;
}

function NewPasswordForm({ submit, wrongSecret, children }: NewPasswordFormProps) {
  const invalid = 'The server refused this password.';
  return (
    <CallForm
      action="Set password"
      submit={submit}
      say={failureText({ 'wrong secret': wrongSecret, invalid, unanswered })}
    >
      {children}
      <PasswordField label="New password" name="newPassword" kind="new" />
    </CallForm>
  );
}

function ByCode({ onDone }: { onDone: () => void }) {
  const submit = async (values: FormData) => {
    const [email = '', code = '', newPassword = ''] = ['email', 'code', 'newPassword'].map((name) =>
      String(values.get(name)),
    );
    await resetByRecoveryCode({ email, code, newPassword });
    onDone();
  };
  return (
    <>
      <p>Use one of the recovery codes that you made on Account.</p>
      <NewPasswordForm submit={submit} wrongSecret="That email and code do not match, or the code was used already.">
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
        <TextField
          label="Recovery code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          data-secret=""
          required
        />
      </NewPasswordForm>
      <p className="hint">No code? Whoever runs this site can make you a link that sets a new password.</p>
      <p className="form-other">
        <Link to={pagePaths.login}>Login</Link>
      </p>
    </>
  );
}

function ByLink({ link, onDone }: { link: string; onDone: () => void }) {
  const submit = async (values: FormData) => {
    await resetByLink({ link, newPassword: String(values.get('newPassword')) });
    onDone();
  };
  return (
    <>
      <p>Your link works once.</p>
      <NewPasswordForm
        submit={submit}
        wrongSecret="This link was used already, is over a day old, or is incomplete. Ask for another."
      >
        {/* The link does not name the account, so a password manager asks which account this is. */}
        <input type="text" name="username" autoComplete="username" hidden />
      </NewPasswordForm>
      <p className="form-other">
        <Link to={pagePaths.recover}>I have a recovery code</Link>
      </p>
    </>
  );
}

/** Says that the new password is set. Takes the focus, because the form that had it is removed. */
function Recovered() {
  return (
    <div className="fields" ref={takeFocus}>
      <p role="status">Your new password is set. You are logged out on every device.</p>
      <Link className="button wide" to={pagePaths.login}>
        Login
      </Link>
    </div>
  );
}
