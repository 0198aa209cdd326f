import { isHTTPError } from 'ky';
import { useContext, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { acceptLogin } from '../../account/accept-login.ts';
import { invitationHeader, invitationParam } from '../../contract/invitation.ts';
import { limits } from '../../contract/limits.ts';
import { pagePaths } from '../../contract/paths.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import { register } from '../../session/auth-calls.ts';
import { AccountForm } from '../components/AccountForm.tsx';
import { TextField } from '../components/TextField.tsx';
import { HydrationContext } from '../hooks/HydrationContext.ts';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useSite } from '../hooks/useSite.ts';

export function Register() {
  useDocumentTitle('Register');
  const site = useSite();
  const navigate = useNavigate();
  const first = useContext(HydrationContext).registration;
  const [registration, setRegistration] = useState(first);
  const invitation = useSearchParams()[0].get(invitationParam);
  const submit = async (form: FormData) => {
    const [name = '', email = '', password = ''] = ['name', 'email', 'password'].map((field) =>
      String(form.get(field)),
    );
    const headers = isOwnBackend && invitation ? { [invitationHeader]: invitation } : {};
    const opened = register({ name, email, password }, headers).catch((error: unknown) => {
      setRegistration((known) => ruleIn(error) ?? known);
      throw error;
    });
    await acceptLogin(await opened);
    await navigate(pagePaths.home);
  };
  return (
    <AccountForm
      heading={`Welcome to ${site.name}`}
      subtitle="Log in to create and share blogs!"
      submit={submit}
      other={{ label: 'Login', to: pagePaths.login }}
    >
      {registration && <p>{rules[registration]}</p>}
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        hint={isOwnBackend ? 'Shown on your page and in feeds. Posts show your email.' : undefined}
      />
      <TextField label="Email" name="email" type="email" autoComplete="email" required />
      <TextField
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

/** Reads the registration rule from our own backend's error: only a server-rendered page has it from the start. */
function ruleIn(error: unknown): keyof typeof rules | undefined {
  if (!isOwnBackend || !isHTTPError<{ code?: unknown } | undefined>(error)) return undefined;
  const code = typeof error.data === 'object' ? error.data.code : undefined;
  return code === 'registration_closed' ? 'closed' : code === 'invitation_required' ? 'invite' : undefined;
}

/** Shown if the operator of our own backend restricts registration. */
const rules = {
  invite: 'You need an invitation to register here.',
  closed: 'Registration is closed for now.',
};
