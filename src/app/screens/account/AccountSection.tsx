import type { ReactNode } from 'react';
import type { Credentials } from '../../../contract/accounts.ts';
import { connection } from '../../../device/calls/connection.ts';
import { useObservable } from '../../hooks/useObservable.ts';

/** The props of every section of the account. */
export interface SectionProps {
  login: Credentials;
  /** Called when a call was refused because the login has expired. The login is then renewed in place. */
  onExpired: () => void;
}

interface AccountSectionProps {
  heading: string;
  /** The sentence shown offline: which part of the section needs the network. */
  offline?: string;
  children: ReactNode;
}

/** A section of the account, named by its heading. */
export function AccountSection({ heading, offline, children }: AccountSectionProps) {
  const id = heading.toLowerCase().replaceAll(' ', '-');
  const isAway = useObservable(connection) === 'away';
  return (
    <section className="paper account-section stack" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <div role="status">{isAway && offline !== undefined && <p className="hint">{offline}</p>}</div>
      {children}
    </section>
  );
}
