import { useRef } from 'react';
import { logOut } from '../../account/log-out.ts';
import { Dialog } from '../components/Dialog.tsx';
import { QuietButton } from '../components/QuietButton.tsx';
import { usePending } from '../hooks/usePending.ts';
import { counted } from '../text/counted.ts';

/** Asks for confirmation before a logout with pending changes. They stay stored, and are sent after the next login. */
export function LogoutWithUnsentDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const count = usePending().length;
  return (
    <Dialog ref={dialog} heading="Log out with work waiting?" onClose={onClose}>
      <p>
        {counted(count, 'change waits', 'changes wait')} on this device. Nothing is lost: it stays here, hidden from
        others, and is sent after you log in again.
      </p>
      <div className="form-actions">
        <button type="button" className="button" onClick={() => void logOut()}>
          Log out
        </button>
        <QuietButton onClick={() => dialog.current?.close()}>Stay</QuietButton>
      </div>
    </Dialog>
  );
}
