import { type AddedPasskey, addPasskey, canMakePasskeys } from '../../../account/add-passkey.ts';
import { forgetPasskey } from '../../../account/forget-passkey.ts';
import { getPasskeys, removePasskey } from '../../../account/passkey-calls.ts';
import type { Passkey } from '../../../contract/account-passkeys.ts';
import { limits } from '../../../contract/limits.ts';
import { ExactTime } from '../../components/ExactTime.tsx';
import { QuietButton } from '../../components/QuietButton.tsx';
import { Slip } from '../../components/Slip.tsx';
import { failureText } from '../../text/account-failure-text.ts';
import { AccountDataStatus } from './AccountDataStatus.tsx';
import { AccountSection, type SectionProps } from './AccountSection.tsx';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import { useAccountList } from './useAccountList.ts';

/** Lists, adds and removes passkeys. */
export function PasskeysSection(props: SectionProps) {
  const { token } = props.login;
  const { data, refetch, isBusy, failed, said, setSaid, remove } = useAccountList(getPasskeys, props);
  const add = async (password: string, signal: AbortSignal) => {
    setSaid('');
    const added = await addPasskey(token, password, signal);
    if (added.kind === 'added') await refetch();
    setSaid(outcomes[added.kind]);
  };
  const removeForGood = async (passkey: Passkey) => {
    await removePasskey(token, passkey.id);
    await forgetPasskey(passkey.id, location.hostname);
    return `Removed: ${titleOf(passkey)}. Where it is logged in is listed under Devices.`;
  };

  const passkeys = data.kind === 'loaded' ? data.value : undefined;
  const isFull = passkeys !== undefined && passkeys.length >= limits.passkeys;
  return (
    <AccountSection heading="Passkeys" offline="Seeing, adding and removing passkeys needs a connection.">
      <p>
        With a passkey you log in by your fingerprint, your face or the device’s PIN. Your browser offers it where you
        would type your email.
      </p>
      <AccountDataStatus data={data} loading="Loading your passkeys…" />
      {passkeys?.length === 0 && <p>You have no passkeys yet.</p>}
      {passkeys !== undefined && passkeys.length > 0 && (
        <>
          <ul className="slips">
            {passkeys.map((passkey) => (
              <Slip key={passkey.id} heading={<h3>{titleOf(passkey)}</h3>} facts={<Times {...passkey} />}>
                <QuietButton
                  aria-disabled={isBusy}
                  onClick={({ currentTarget }) => remove(currentTarget, () => removeForGood(passkey))}
                >
                  Remove<span className="visually-hidden"> {titleOf(passkey)}</span>
                </QuietButton>
              </Slip>
            ))}
          </ul>
          <p className="hint">A new password does not remove them: remove any that are not yours.</p>
        </>
      )}
      {!canMakePasskeys() && <p>This browser cannot make passkeys at this address; others may.</p>}
      {isFull && <p>An account has {limits.passkeys} passkeys at most. Remove one to add another.</p>}
      {canMakePasskeys() && !isFull && (
        <ConfirmedAction
          label="Add a passkey"
          action="Add passkey"
          submit={add}
          say={failureText({ unanswered: 'No answer: it may be added already. Check the list when you’re online.' })}
          onExpired={props.onExpired}
        />
      )}
      <p role="status">{said}</p>
      <p className="form-error" role="alert">
        {failed}
      </p>
    </AccountSection>
  );
}

const titleOf = ({ name }: Passkey): string => name || 'Passkey without a name';

const Times = ({ createdAt, lastUsedAt }: Passkey) => (
  <>
    Added <ExactTime date={createdAt} />, {lastUsedAt === null ? 'not used yet' : 'last used '}
    {lastUsedAt !== null && <ExactTime date={lastUsedAt} />}
  </>
);

const outcomes: Record<AddedPasskey['kind'], string> = {
  added: 'Your passkey is added. Next time, log in with it.',
  cancelled: 'No passkey was added: it was cancelled, or it took too long.',
  'already there': 'No passkey was added: your passkey manager already has one for this account.',
  impossible: 'No passkey was added: this browser cannot make one at this address.',
};
