import { pagePaths } from '../../contract/paths.ts';
import { logIn } from '../../data/api/auth.ts';
import { startSession } from '../../data/session.ts';
import { AccountForm } from '../parts/AccountForm.tsx';
import { Field } from '../parts/Field.tsx';
import { useTitle } from '../parts/useTitle.ts';

export function Login() {
  useTitle('Login');
  const submit = async (form: FormData) => {
    startSession(await logIn({ email: String(form.get('email')), password: String(form.get('password')) }));
    // A document load, as specified: nothing of another user stays in memory.
    location.assign(pagePaths.home);
  };
  return (
    <AccountForm heading="Welcome back" submit={submit} other={{ label: 'Register', to: pagePaths.register }}>
      <Field label="Email" name="email" type="email" autoComplete="email" required />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
    </AccountForm>
  );
}
