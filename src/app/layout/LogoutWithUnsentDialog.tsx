import { type RefObject, useId } from 'react';
import { logOut } from '../../account/log-out.ts';
import { useWaiting } from '../hooks/useWriting.ts';

/** Asks for confirmation before a logout while something waits to be sent; it stays stored and is sent after the next login. */
export function LogoutWithUnsentDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const id = useId();
  const count = useWaiting().length;
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby={id}>
      <h2 id={id}>Log out with work waiting?</h2>
      <p>
        {count === 1 ? 'One change waits' : `${count} changes wait`} on this device. Nothing is lost: it stays here,
        hidden from others, and is sent after you log in again.
      </p>
      <div className="form-actions">
        <button type="button" className="button" onClick={() => void logOut()}>
          Log out
        </button>
        <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
          Stay
        </button>
      </div>
    </dialog>
  );
}
