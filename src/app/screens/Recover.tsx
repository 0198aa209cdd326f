import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { resetByLink, resetByRecoveryCode } from '../../account/recover-calls.ts';
import { pagePaths } from '../../contract/paths.ts';
import { openProfile } from '../../session/profile.ts';
import { CallForm } from '../components/CallForm.tsx';
import { Link } from '../components/Link.tsx';
import { PasswordField } from '../components/PasswordField.tsx';
import { TextField } from '../components/TextField.tsx';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { Recovered } from './recover/Recovered.tsx';

/** A new password for one that is forgotten: by a recovery code, or by the operator's link, whose secret is the hash. */
export function Recover() {
  useDocumentTitle('Recover');
  const isInBrowser = useIsHydrated();
  const secret = useLocation().hash.slice(1);
  const [isDone, setIsDone] = useState(false);
  const onDone = () => {
    setIsDone(true);
    // A login of this account has ended here too, and the navigation bar learns of it.
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

const unanswered =
  'No answer has come: the new password may be set or not. Try to log in with it before you try again.';

function ByCode({ onDone }: { onDone: () => void }) {
  const submit = async (values: FormData) => {
    const [email, code, newPassword] = ['email', 'code', 'newPassword'].map((name) => String(values.get(name)));
    await resetByRecoveryCode({ email: email ?? '', code: code ?? '', newPassword: newPassword ?? '' });
    onDone();
  };
  return (
    <>
      <p>With one of the recovery codes that you made on Account.</p>
      <CallForm
        action="Set password"
        submit={submit}
        words={{
          wrongSecret: 'That email and code do not go together, or the code was used already.',
          invalid: 'The server does not take this password.',
          unanswered,
        }}
      >
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
        <TextField
          label="Recovery code"
          name="code"
          type="text"
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          data-secret=""
          required
        />
        <PasswordField label="New password" name="newPassword" kind="new" />
      </CallForm>
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
      <p>Your link sets it once.</p>
      <CallForm
        action="Set password"
        submit={submit}
        words={{
          wrongSecret: 'This link was used already, is older than a day, or is not whole. Ask for another.',
          invalid: 'The server does not take this password.',
          unanswered,
        }}
      >
        {/* The link does not say whose password it sets: a password manager asks. */}
        <input type="text" name="username" autoComplete="username" hidden />
        <PasswordField label="New password" name="newPassword" kind="new" />
      </CallForm>
      <p className="form-other">
        <Link to={pagePaths.recover}>I have a recovery code</Link>
      </p>
    </>
  );
}
