import { useNavigate } from 'react-router-dom';
import { limits } from '../../contract/limits.ts';
import { pagePaths } from '../../contract/paths.ts';
import { product } from '../../contract/product.ts';
import { register } from '../../data/api/auth.ts';
import { isOwnBackend } from '../../data/host.ts';
import { startSession } from '../../data/session.ts';
import { AccountForm } from '../parts/AccountForm.tsx';
import { Field } from '../parts/Field.tsx';
import { useTitle } from '../parts/useTitle.ts';

export function Register() {
  useTitle('Register');
  const navigate = useNavigate();
  const submit = async (form: FormData) => {
    const [name, email, password] = ['name', 'email', 'password'].map((field) => String(form.get(field)));
    startSession(await register({ name: name ?? '', email: email ?? '', password: password ?? '' }));
    await navigate(pagePaths.home);
  };
  return (
    <AccountForm
      heading={`Welcome to ${product.name}`}
      subtitle="Log in to create and share blogs!"
      submit={submit}
      other={{ label: 'Login', to: pagePaths.login }}
    >
      <Field label="Name" name="name" type="text" autoComplete="name" required />
      <Field label="Email" name="email" type="email" autoComplete="email" required />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint={isOwnBackend ? `At least ${limits.password.min} characters.` : undefined}
      />
    </AccountForm>
  );
}
