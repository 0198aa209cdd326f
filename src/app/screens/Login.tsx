import { useNavigate } from 'react-router-dom';
import { acceptLogin } from '../../account/accept-login.ts';
import type { Credentials } from '../../contract/accounts.ts';
import { pagePaths } from '../../contract/paths.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import { logIn } from '../../session/auth-calls.ts';
import { AccountForm } from '../components/AccountForm.tsx';
import { Link } from '../components/Link.tsx';
import { PasskeyAutofill } from '../components/PasskeyAutofill.tsx';
import { TextField } from '../components/TextField.tsx';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { loadPage } from '../load-page.ts';

export function Login() {
  useDocumentTitle('Login');
  const navigate = useNavigate();
  const submit = async (form: FormData) =>
    accept(await logIn({ email: String(form.get('email')), password: String(form.get('password')) }));
  const accept = async (credentials: Credentials) => {
    const isStored = await acceptLogin(credentials, { inNextPage: true });
    // A full page load, as specified, so that nothing of another user stays in memory. A login that could not be stored
    // exists in memory only, and a page load would lose it.
    if (isStored) await loadPage(pagePaths.home);
    else await navigate(pagePaths.home);
  };
  return (
    <AccountForm
      heading="Welcome back"
      submit={submit}
      other={{ label: 'Register', to: pagePaths.register }}
      beside={(attempts) => isOwnBackend && <PasskeyAutofill {...attempts} accept={accept} />}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete={isOwnBackend ? 'username webauthn' : 'email'}
        required
      />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      {isOwnBackend && (
        <p className="forgot-password">
          <Link to={pagePaths.recover}>Forgot password?</Link>
        </p>
      )}
    </AccountForm>
  );
}
