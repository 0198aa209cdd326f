import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyOrNothing } from '../components/lazy-or-nothing.ts';

const DisplayPreferencesForm = lazyOrNothing(
  async () => (await import('./DisplayPreferencesForm.tsx')).DisplayPreferencesForm,
);

/** Theme and text size; the form is loaded when it is opened. */
export function DisplayPreferences() {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  // On a rendered page it may have been opened before hydration, when nobody listened for `toggle`.
  useEffect(() => {
    if (details.current?.open) setOpen(true);
  }, []);
  return (
    <details className="look" ref={details} onToggle={() => setOpen(true)}>
      <summary aria-label="Theme and text size">
        <span aria-hidden="true">Aa</span>
      </summary>
      <Suspense>{isOpen && <DisplayPreferencesForm look={details} />}</Suspense>
    </details>
  );
}
