import { Suspense, useState } from 'react';
import { optional } from '../parts/optional.ts';

const LookChoice = optional(async () => (await import('./LookChoice.tsx')).LookChoice);

/** How pages look on this device; what there is to choose comes when somebody asks for it. */
export function Look() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="look" onToggle={() => setOpen(true)}>
      <summary>Theme and text size</summary>
      <Suspense>{isOpen && <LookChoice />}</Suspense>
    </details>
  );
}
