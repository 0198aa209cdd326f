import { type ReactNode, useRef, useState } from 'react';
import { isAlreadyEnded } from '../../../account/account-failure.ts';
import { logOut } from '../../../account/log-out.ts';
import { endAllSessions, endSessionThere, getSessions } from '../../../account/own-account-calls.ts';
import { watchLogin } from '../../../account/renew-login.ts';
import type { ListedSession } from '../../../contract/account-calls.ts';
import { useAccountData } from '../../hooks/useAccountData.ts';
import { useWaiting } from '../../hooks/useWriting.ts';
import { LogoutWithUnsentDialog } from '../../layout/LogoutWithUnsentDialog.tsx';
import { AccountSection, type SectionProps } from './AccountSection.tsx';
import { LoadingFailure } from './LoadingFailure.tsx';
import { LogOutEverywhere } from './LogOutEverywhere.tsx';
import { SessionTime } from './SessionTime.tsx';
import { useAccountAction } from './useAccountAction.ts';
import { indexOfRow, useFocusAfterRemoval } from './useFocusAfterRemoval.ts';

/** Lists the logins, each with Log out, and logs out everywhere. */
export function DevicesSection({ login, onExpired }: SectionProps) {
  const { token } = login;
  const [data, refetch] = useAccountData({ ask: () => getSessions(token), token, onExpired });
  const moveFocusOn = useFocusAfterRemoval(data);
  const [said, setSaid] = useState('');
  const action = useAccountAction(onExpired);
  const hasWaiting = useWaiting().length > 0;
  const unsent = useRef<HTMLDialogElement>(null);

  const endThere = ({ id, device }: ListedSession, button: HTMLElement) => {
    const [section, index] = [button.closest('section'), indexOfRow(button)];
    return action.run(async () => {
      setSaid('');
      await endSessionThere(token, id).catch((error: unknown) => {
        if (!isAlreadyEnded(error)) throw error;
      });
      moveFocusOn(section, index);
      await refetch();
      setSaid(`Logged out: ${device || unknownDevice}.`);
    });
  };
  const endHere = () => (hasWaiting ? unsent.current?.showModal() : void logOut());
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
      {data.kind === 'loading' && <p role="status">Loading your devices…</p>}
      {data.kind === 'failed' && <LoadingFailure failure={data.failure} retry={refetch} />}
      {data.kind === 'loaded' && (
        <ul className="slips">
          {data.value.map((session) => (
            <Device key={session.id} session={session}>
              {session.isCurrent ? (
                <button type="button" className="button quiet" onClick={endHere}>
                  Log out here
                </button>
              ) : (
                <button
                  type="button"
                  className="button quiet"
                  aria-disabled={action.isBusy}
                  aria-label={`Log out ${session.device || unknownDevice}`}
                  onClick={({ currentTarget }) => void endThere(session, currentTarget)}
                >
                  Log out
                </button>
              )}
            </Device>
          ))}
        </ul>
      )}
      <p role="status">{said}</p>
      <p className="form-error" role="alert">
        {action.failed}
      </p>
      <LogOutEverywhere endEverywhere={endEverywhere} onExpired={onExpired} />
      {hasWaiting && <LogoutWithUnsentDialog dialog={unsent} />}
    </AccountSection>
  );
}

const unknownDevice = 'an unknown device';

function Device({ session, children }: { session: ListedSession; children: ReactNode }) {
  const { device, createdAt, lastUsedAt, isCurrent } = session;
  return (
    <li className="slip">
      <div>
        <h3>
          {device || 'Unknown device'} {isCurrent && <strong className="current-device">This device</strong>}
        </h3>
        <p className="slip-facts">
          Logged in since <SessionTime date={createdAt} />, last used <SessionTime date={lastUsedAt} />
        </p>
      </div>
      <div className="slip-actions">{children}</div>
    </li>
  );
}
