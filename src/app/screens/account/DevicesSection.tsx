import { useState } from 'react';
import { logOut } from '../../../account/log-out.ts';
import { endAllSessions, endSessionThere, getSessions } from '../../../account/own-account-calls.ts';
import { watchLogin } from '../../../account/renew-login.ts';
import type { ListedSession } from '../../../contract/account-calls.ts';
import { ExactTime } from '../../components/ExactTime.tsx';
import { QuietButton } from '../../components/QuietButton.tsx';
import { Slip } from '../../components/Slip.tsx';
import { usePending } from '../../hooks/usePending.ts';
import { LogoutWithUnsentDialog } from '../../layout/LogoutWithUnsentDialog.tsx';
import { AccountDataStatus } from './AccountDataStatus.tsx';
import { AccountSection, type SectionProps } from './AccountSection.tsx';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import { useAccountList } from './useAccountList.ts';

/** Lists the logins, each with a "Log out" button, and offers to log out everywhere. */
export function DevicesSection(props: SectionProps) {
  const { token } = props.login;
  const { data, isBusy, failed, said, remove } = useAccountList(getSessions, props);
  const hasWaiting = usePending().length > 0;
  const [isAsking, setAsking] = useState(false);

  const endThere = async ({ id, device }: ListedSession) => {
    await endSessionThere(token, id);
    return `Logged out: ${device || unknownDevice}.`;
  };
  const endHere = () => (hasWaiting ? setAsking(true) : void logOut());
  const endEverywhere = async () => {
    const isUnchanged = watchLogin();
    await endAllSessions(token);
    if (isUnchanged()) await logOut();
  };

  return (
    <AccountSection
      heading="Devices"
      offline="Seeing where you are logged in, and logging out there, needs a connection."
    >
      <AccountDataStatus data={data} loading="Loading your devices…" />
      {data.kind === 'loaded' && (
        <ul className="slips">
          {data.value.map((session) => (
            <Slip key={session.id} heading={<DeviceName {...session} />} facts={<LoginTimes {...session} />}>
              {session.isCurrent ? (
                <QuietButton onClick={endHere}>Log out here</QuietButton>
              ) : (
                <QuietButton
                  aria-disabled={isBusy}
                  aria-label={`Log out ${session.device || unknownDevice}`}
                  onClick={({ currentTarget }) => remove(currentTarget, () => endThere(session))}
                >
                  Log out
                </QuietButton>
              )}
            </Slip>
          ))}
        </ul>
      )}
      <p role="status">{said}</p>
      <p className="form-error" role="alert">
        {failed}
      </p>
      <ConfirmedAction
        label="Log out everywhere"
        action="Log out everywhere"
        needsNoPassword
        submit={endEverywhere}
        onExpired={props.onExpired}
      >
        <p>
          This logs out every device, this one too. You then have to log in again.
          {hasWaiting && ' Changes waiting here stay, and are sent after that.'}
        </p>
      </ConfirmedAction>
      {isAsking && <LogoutWithUnsentDialog onClose={() => setAsking(false)} />}
    </AccountSection>
  );
}

const unknownDevice = 'an unknown device';

const DeviceName = ({ device, isCurrent }: ListedSession) => (
  <h3>
    {device || 'Unknown device'} {isCurrent && <strong className="current-device">This device</strong>}
  </h3>
);

const LoginTimes = ({ createdAt, lastUsedAt }: ListedSession) => (
  <>
    Logged in since <ExactTime date={createdAt} />, last used <ExactTime date={lastUsedAt} />
  </>
);
