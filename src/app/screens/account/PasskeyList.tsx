import type { Passkey } from '../../../contract/account-passkeys.ts';
import { SessionTime } from './SessionTime.tsx';

interface PasskeyListProps {
  passkeys: Passkey[];
  isBusy: boolean;
  remove: (passkey: Passkey, button: HTMLElement) => void;
}

export const passkeyTitle = ({ name }: Passkey): string => name || 'Passkey without a name';

/** One's passkeys: what keeps each, since when, and when it was used last. */
export function PasskeyList({ passkeys, isBusy, remove }: PasskeyListProps) {
  if (passkeys.length === 0) return <p>You have no passkeys yet.</p>;
  return (
    <ul className="slips">
      {passkeys.map((passkey) => (
        <li className="slip" key={passkey.id}>
          <div>
            <h3>{passkeyTitle(passkey)}</h3>
            <p className="slip-facts">
              Added <SessionTime date={passkey.createdAt} />,{' '}
              {passkey.lastUsedAt === null ? (
                'not used yet'
              ) : (
                <>
                  last used <SessionTime date={passkey.lastUsedAt} />
                </>
              )}
            </p>
          </div>
          <div className="slip-actions">
            <button
              type="button"
              className="button quiet"
              aria-disabled={isBusy}
              onClick={({ currentTarget }) => remove(passkey, currentTarget)}
            >
              Remove<span className="visually-hidden"> {passkeyTitle(passkey)}</span>
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}
