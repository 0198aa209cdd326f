import { useId, useRef } from 'react';
import { useWaiting } from '../../hooks/useWriting.ts';
import { useAccountAction } from './useAccountAction.ts';

interface LogOutEverywhereProps {
  endEverywhere: () => Promise<void>;
  onExpired: () => void;
}

/** Asks first: somebody who has forgotten the password would be left outside. */
export function LogOutEverywhere({ endEverywhere, onExpired }: LogOutEverywhereProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const waiting = useWaiting().length;
  const action = useAccountAction(() => {
    dialog.current?.close();
    onExpired();
  });
  return (
    <>
      <p>
        <button type="button" className="button quiet" onClick={() => dialog.current?.showModal()}>
          Log out everywhere
        </button>
      </p>
      <dialog className="dialog" ref={dialog} aria-labelledby={id}>
        <h2 id={id}>Log out everywhere?</h2>
        <p>
          Every device is logged out, this one too. You need your password to come back.
          {waiting > 0 && ' What waits on this device stays here, and is sent after you log in again.'}
        </p>
        <p className="form-error" role="alert">
          {action.failed}
        </p>
        <div className="form-actions">
          <button
            type="button"
            className="button"
            aria-disabled={action.isBusy}
            onClick={() => void action.run(endEverywhere)}
          >
            Log out everywhere
          </button>
          <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
            Stay
          </button>
        </div>
      </dialog>
    </>
  );
}
