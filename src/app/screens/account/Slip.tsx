import type { ReactNode } from 'react';

interface SlipProps {
  heading: ReactNode;
  facts: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

/** A row of a list of the account. */
export function Slip({ heading, facts, children }: SlipProps) {
  return (
    <li className="slip">
      <div>
        <h3>{heading}</h3>
        <p className="hint">{facts}</p>
      </div>
      <div className="form-actions">{children}</div>
    </li>
  );
}
