import type { ReactNode } from 'react';

interface SlipProps {
  heading: ReactNode;
  facts: ReactNode;
  children: ReactNode;
}

/** A row of a list of texts, pictures, devices or passkeys. */
export function Slip({ heading, facts, children }: SlipProps) {
  return (
    <li className="slip heading-line">
      <div>
        {heading}
        <p className="hint">{facts}</p>
      </div>
      <div className="form-actions">{children}</div>
    </li>
  );
}
