import { useRef, useState } from 'react';
import { getRecoveryCodes, makeRecoveryCodes } from '../../../account/own-account-calls.ts';
import type { RecoveryCodesLeft } from '../../../contract/account-calls.ts';
import { useAccountData } from '../../hooks/useAccountData.ts';
import { AccountSection, type SectionProps } from './AccountSection.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { expiryTo } from './expiry-to.ts';
import { LoadingFailure } from './LoadingFailure.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SessionTime } from './SessionTime.tsx';

type Step = { kind: 'closed' } | { kind: 'asking' } | { kind: 'made'; codes: string[] };

/** For a password that is forgotten: one-time codes, which are shown once. */
export function RecoveryCodesSection({ login, onExpired }: SectionProps) {
  const { token } = login;
  const [data, refetch] = useAccountData({ ask: () => getRecoveryCodes(token), token, onExpired });
  const [step, setStep] = useState<Step>({ kind: 'closed' });
  const opener = useRef<HTMLButtonElement>(null);

  const make = async (password: string) => {
    setStep({ kind: 'made', codes: await makeRecoveryCodes(token, password) });
    void refetch();
  };
  const close = () => {
    setStep({ kind: 'closed' });
    // The button is there again with the next render.
    requestAnimationFrame(() => opener.current?.focus());
  };
  const hasCodes = data.kind === 'loaded' && data.value.left > 0;
  return (
    <AccountSection heading="Recovery codes" offline="Making recovery codes needs a connection.">
      <p>Should you forget your password, one of ten codes sets a new one. Each works once.</p>
      {data.kind === 'loading' && <p role="status">Loading your codes…</p>}
      {data.kind === 'failed' && <LoadingFailure failure={data.failure} retry={refetch} />}
      {data.kind === 'loaded' && <CodesLeft {...data.value} />}
      {step.kind === 'closed' && (
        <p>
          <button type="button" className="button quiet" ref={opener} onClick={() => setStep({ kind: 'asking' })}>
            {hasCodes ? 'Make new codes' : 'Make recovery codes'}
          </button>
        </p>
      )}
      {step.kind === 'asking' && (
        <ConfirmForm
          action="Make codes"
          submit={make}
          words={{
            unanswered: 'No answer: your codes may be replaced already. Make new ones when you’re online.',
          }}
          onFailure={expiryTo(onExpired)}
          onCancel={close}
        >
          {hasCodes && <p>The codes you have end when new ones are made.</p>}
        </ConfirmForm>
      )}
      {step.kind === 'made' && <RecoveryCodes codes={step.codes} onDone={close} />}
    </AccountSection>
  );
}

function CodesLeft({ left, createdAt }: RecoveryCodesLeft) {
  if (createdAt === null) return <p>You have no recovery codes yet.</p>;
  return (
    <p>
      {left === 0 ? 'No code is left' : left === 1 ? 'One code is left' : `${left} codes are left`} of those made on{' '}
      <SessionTime date={createdAt} />.
    </p>
  );
}
