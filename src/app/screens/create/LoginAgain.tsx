import { lazy, Suspense, useState } from 'react';
import type { LoginAgainDialogProps } from '../../components/LoginAgainDialog.tsx';

/** Loads and shows the dialog that renews an expired login. If loading fails, the form's own button tries again. */
export function LoginAgain(props: LoginAgainDialogProps) {
  const [Dialog] = useState(() => lazy(load));
  return (
    <Suspense fallback={<p role="status">Your login has expired. Loading the login form…</p>}>
      <Dialog {...props} />
    </Suspense>
  );
}

async function load() {
  try {
    return { default: (await import('../../components/LoginAgainDialog.tsx')).LoginAgainDialog };
  } catch (error) {
    console.error('Could not load the dialog that renews a login; the form says so.', error);
    return { default: Missing };
  }
}

const Missing = () => (
  <p className="form-error" role="alert">
    Your login has expired, and the login form could not be loaded. Your text is safe. Try again when you’re online, or
    log in in another tab.
  </p>
);
