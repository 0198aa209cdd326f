import { useRef, useState } from 'react';
import { deleteOwnAccount } from '../../../account/delete-own-account.ts';
import { AccountSection, type SectionProps } from './AccountSection.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { expiryTo } from './expiry-to.ts';
import { useWhatGoes } from './useWhatGoes.ts';
import { TakeAlong } from './writing/TakeAlong.tsx';

/** Leaving: what goes, the file first, and the password. */
export function DeleteAccountSection({ login, onExpired }: SectionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsAsking(false);
    // The button is there again with the next render.
    requestAnimationFrame(() => opener.current?.focus());
  };
  return (
    <AccountSection heading="Delete account" offline="Deleting your account needs a connection.">
      {isAsking ? (
        <ConfirmForm
          action="Delete everything"
          isDangerous
          submit={(password) => deleteOwnAccount(login, password)}
          words={{
            unanswered: 'No answer: your account may be deleted already. Try again when you’re online.',
          }}
          onFailure={expiryTo(onExpired)}
          onCancel={close}
        >
          <WhatGoes login={login} />
        </ConfirmForm>
      ) : (
        <>
          <p>Your account goes, with all that you wrote. It cannot be brought back.</p>
          <p>
            <button type="button" className="button danger" ref={opener} onClick={() => setIsAsking(true)}>
              Delete account
            </button>
          </p>
        </>
      )}
    </AccountSection>
  );
}

function WhatGoes({ login }: Pick<SectionProps, 'login'>) {
  const items = useWhatGoes(login.userId);
  return (
    <>
      <p>This goes, for you and for every reader, and cannot be brought back:</p>
      <ul className="what-goes" aria-live="polite">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>Export it first:</p>
      <TakeAlong login={login} />
    </>
  );
}
