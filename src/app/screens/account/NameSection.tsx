import { useState } from 'react';
import { changeName } from '../../../account/own-account-calls.ts';
import { renameProfile } from '../../../account/rename-profile.ts';
import { watchLogin } from '../../../account/renew-login.ts';
import { limits } from '../../../contract/limits.ts';
import { profile } from '../../../session/profile.ts';
import { isLoggedIn } from '../../../session/stored-login.ts';
import { CallForm } from '../../components/CallForm.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useObservable } from '../../hooks/useObservable.ts';
import { failureText } from '../../text/account-failure-text.ts';
import { AccountSection, type SectionProps } from './AccountSection.tsx';

/** Changes the name that readers see. */
export function NameSection({ login, onExpired }: SectionProps) {
  const known = useObservable(profile)?.username ?? '';
  const [typed, setTyped] = useState<string>();
  const [said, setSaid] = useState('');

  const submit = async () => {
    setSaid('');
    const isUnchanged = watchLogin();
    const name = await changeName(login.token, typed ?? known);
    // Continues only if the same user is still logged in, perhaps with a login that another tab has renewed.
    if (!isUnchanged() && !isLoggedIn(login.userId)) return;
    await renameProfile(login.userId, name);
    setTyped(undefined);
    setSaid('Your name is changed.');
  };
  return (
    <AccountSection heading="Name" offline="Changing your name needs a connection.">
      <CallForm
        action="Change name"
        submit={submit}
        say={failureText({ invalid: `A name has 1 to ${limits.name} characters.` })}
        onExpired={onExpired}
      >
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          value={typed ?? known}
          maxLength={limits.name}
          required
          hint="Shown on your page and in feeds. Posts show your email."
          onChange={({ target }) => setTyped(target.value)}
        />
      </CallForm>
      <p role="status">{said}</p>
    </AccountSection>
  );
}
