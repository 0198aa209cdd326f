import { forgetAccount } from '../../../account/forget-account.ts';
import { deleteAccount } from '../../../account/own-account-calls.ts';
import { failureText } from '../../text/account-failure-text.ts';
import { AccountSection, type SectionProps } from './AccountSection.tsx';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import { useDeletionSummary } from './useDeletionSummary.ts';
import { ExportTexts } from './writing/ExportTexts.tsx';

/** Deletes the account: lists the losses, offers an export first, and asks for the password. */
export function DeleteAccountSection({ login, onExpired }: SectionProps) {
  return (
    <AccountSection heading="Delete account" offline="Deleting your account needs a connection.">
      <p>This deletes your account and all your writing. It cannot be undone.</p>
      <ConfirmedAction
        label="Delete account"
        action="Delete everything"
        look="danger"
        submit={async (password) => {
          await deleteAccount(login.token, password);
          await forgetAccount(login);
        }}
        say={failureText({
          unanswered: 'No answer: your account may be deleted already. Try again when you’re online.',
        })}
        onExpired={onExpired}
      >
        <WhatGoes login={login} />
      </ConfirmedAction>
    </AccountSection>
  );
}

function WhatGoes({ login }: Pick<SectionProps, 'login'>) {
  const items = useDeletionSummary(login.userId);
  return (
    <>
      <p>Deleted for you and for every reader:</p>
      <ul className="what-goes" aria-live="polite">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>Export it first:</p>
      <ExportTexts login={login} />
    </>
  );
}
