import { useState } from 'react';
import { getRecoveryCodes, makeRecoveryCodes } from '../../../account/own-account-calls.ts';
import type { RecoveryCodesLeft } from '../../../contract/account-calls.ts';
import { ExactTime } from '../../components/ExactTime.tsx';
import { failureText } from '../../text/account-failure-text.ts';
import { counted } from '../../text/counted.ts';
import { AccountDataStatus } from './AccountDataStatus.tsx';
import { AccountSection, type SectionProps } from './AccountSection.tsx';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useAccountData } from './useAccountData.ts';

/** Makes one-time codes for a forgotten password, and shows them once. */
export function RecoveryCodesSection(props: SectionProps) {
  const [data, refetch] = useAccountData(getRecoveryCodes, props);
  const [codes, setCodes] = useState<string[]>();
  const make = async (password: string) => {
    setCodes(await makeRecoveryCodes(props.login.token, password));
    void refetch();
  };
  const hasCodes = data.kind === 'loaded' && data.value.left > 0;
  return (
    <AccountSection heading="Recovery codes" offline="Making recovery codes needs a connection.">
      <p>If you forget your password, one of ten codes sets a new one. Each works once.</p>
      <AccountDataStatus data={data} loading="Loading your codes…" />
      {data.kind === 'loaded' && <CodesLeft {...data.value} />}
      <ConfirmedAction
        label={hasCodes ? 'Make new codes' : 'Make recovery codes'}
        action="Make codes"
        submit={make}
        say={failureText({
          unanswered: 'No answer: your codes may be replaced already. Make new ones when you’re online.',
        })}
        onExpired={props.onExpired}
        result={codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      >
        {hasCodes && <p>New codes replace the ones you have.</p>}
      </ConfirmedAction>
    </AccountSection>
  );
}

function CodesLeft({ left, createdAt }: RecoveryCodesLeft) {
  if (createdAt === null) return <p>You have no recovery codes yet.</p>;
  return (
    <p>
      {counted(left, 'code is', 'codes are')} left of those made on <ExactTime date={createdAt} />.
    </p>
  );
}
