import { useCallback, useEffect, useRef, useState } from 'react';
import { type AddedPasskey, addPasskey, canMakePasskeys } from '../../../account/add-passkey.ts';
import { forgetPasskey } from '../../../account/forget-passkey.ts';
import { getPasskeys, removePasskey } from '../../../account/passkey-calls.ts';
import type { Passkey } from '../../../contract/account-passkeys.ts';
import { limits } from '../../../contract/limits.ts';
import { useAccountData } from '../../hooks/useAccountData.ts';
import { AccountSection, type SectionProps } from './AccountSection.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { expiryTo } from './expiry-to.ts';
import { LoadingFailure } from './LoadingFailure.tsx';
import { PasskeyList, passkeyTitle } from './PasskeyList.tsx';
import { useAccountAction } from './useAccountAction.ts';
import { indexOfRow, useFocusAfterRemoval } from './useFocusAfterRemoval.ts';

/** Ways to log in without the password, where the browser has them. */
export function PasskeysSection({ login, onExpired }: SectionProps) {
  const { token } = login;
  const [data, refetch] = useAccountData({ ask: () => getPasskeys(token), token, onExpired });
  const moveFocusOn = useFocusAfterRemoval(data);
  const [isAdding, setIsAdding] = useState(false);
  const [said, setSaid] = useState('');
  const action = useAccountAction(onExpired);
  const isReturning = useRef(false);
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);

  const open = () => {
    setSaid('');
    setIsAdding(true);
  };
  const close = () => {
    ending.current?.abort();
    isReturning.current = true;
    setIsAdding(false);
  };
  /** The focus was in the form, which has made room for it. */
  const takeFocusBack = useCallback((opener: HTMLButtonElement | null) => {
    if (isReturning.current) opener?.focus();
  }, []);
  const add = async (password: string) => {
    ending.current = new AbortController();
    const { signal } = ending.current;
    const added = await addPasskey(token, password, signal);
    if (added.kind === 'added') await refetch();
    setSaid(outcomes[added.kind]);
    if (!signal.aborted) close();
  };
  const remove = (passkey: Passkey, button: HTMLElement) => {
    const [section, index] = [button.closest('section'), indexOfRow(button)];
    return action.run(async () => {
      setSaid('');
      await removePasskey(token, passkey.id);
      moveFocusOn(section, index);
      await Promise.all([refetch(), forgetPasskey(passkey.id, location.hostname)]);
      setSaid(`Removed: ${passkeyTitle(passkey)}. Where it is logged in is listed under Devices.`);
    });
  };

  const isFull = data.kind === 'loaded' && data.value.length >= limits.passkeys;
  return (
    <AccountSection heading="Passkeys" offline="Seeing, adding and removing passkeys needs a connection.">
      <p>
        With a passkey you log in by your fingerprint, your face or the device’s PIN. Your browser offers it where you
        would type your email.
      </p>
      {data.kind === 'loading' && <p role="status">Loading your passkeys…</p>}
      {data.kind === 'failed' && <LoadingFailure failure={data.failure} retry={refetch} />}
      {data.kind === 'loaded' && <PasskeyList passkeys={data.value} isBusy={action.isBusy} remove={remove} />}
      {data.kind === 'loaded' && data.value.length > 0 && (
        <p className="hint">They stay when you change your password: remove those that are not yours.</p>
      )}
      {!canMakePasskeys() && <p>This browser cannot make passkeys at this address; others may.</p>}
      {isFull && <p>An account has {limits.passkeys} passkeys at most. Remove one to add another.</p>}
      {canMakePasskeys() && !isFull && !isAdding && (
        <p>
          <button type="button" className="button quiet" ref={takeFocusBack} onClick={open}>
            Add a passkey
          </button>
        </p>
      )}
      {isAdding && (
        <ConfirmForm
          action="Add passkey"
          submit={add}
          words={{
            unanswered: 'No answer: it may be added already. Check the list when you’re online.',
          }}
          onFailure={expiryTo(onExpired)}
          onCancel={close}
        />
      )}
      <p role="status">{said}</p>
      <p className="form-error" role="alert">
        {action.failed}
      </p>
    </AccountSection>
  );
}

const outcomes: Record<AddedPasskey['kind'], string> = {
  added: 'Your passkey is added. Next time, log in with it.',
  cancelled: 'No passkey was added: it was cancelled, or it took too long.',
  'already there': 'No passkey was added: your passkey manager already has one for this account.',
  impossible: 'No passkey was added: this browser cannot make one at this address.',
};
