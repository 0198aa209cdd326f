import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { session } from '../../../session/session.ts';
import type { LoginAgainDialogProps } from '../../components/LoginAgainDialog.tsx';
import { useObservable } from '../../hooks/useObservable.ts';

type State =
  | { kind: 'loading'; hasFailed: boolean }
  | { kind: 'failed' }
  | { kind: 'loaded'; Dialog: ComponentType<LoginAgainDialogProps> };

/**
 * Renews an expired login in place. Loads the dialog that does so, and says so where it cannot. A login in another tab
 * ends that: what failed is left to the author, who may have written on.
 */
export function LoginAgain(props: LoginAgainDialogProps) {
  const { userId, onClose } = props;
  const [state, setState] = useState<State>({ kind: 'loading', hasFailed: false });
  const { token, userId: current } = useObservable(session);
  const [expired] = useState(token);
  const load = useEffectEvent(async () => {
    try {
      const { LoginAgainDialog } = await import('../../components/LoginAgainDialog.tsx');
      setState({ kind: 'loaded', Dialog: LoginAgainDialog });
    } catch (error) {
      console.error('Could not load the dialog that renews a login; the form says so.', error);
      setState({ kind: 'failed' });
    }
  });
  const isLoading = state.kind === 'loading';
  useEffect(() => {
    if (isLoading) void load();
  }, [isLoading]);

  const isLoaded = state.kind === 'loaded';
  const isRenewed = token !== null && token !== expired && current === userId;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isRenewed && !isLoaded) close();
  }, [isRenewed, isLoaded]);

  if (state.kind === 'loaded') return <state.Dialog {...props} />;
  return (
    <>
      <p role="status">{isLoading && 'Your login has expired. Loading the login form…'}</p>
      {/* Empty while it loads: each failure is read out. */}
      <p className="form-error" role="alert">
        {!isLoading &&
          'Your login has expired, and the login form could not be loaded. Your text is safe. Try again when you’re online, or log in in another tab.'}
      </p>
      {(!isLoading || state.hasFailed) && (
        <p className="form-actions">
          <button
            type="button"
            className="button quiet"
            aria-disabled={isLoading}
            onClick={() => setState({ kind: 'loading', hasFailed: true })}
          >
            Log in again
          </button>
        </p>
      )}
    </>
  );
}
