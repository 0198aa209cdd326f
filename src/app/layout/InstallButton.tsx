import { useRef, useState } from 'react';
import { type InstallPromptEvent, installPrompt } from '../../device/install/install-prompt.ts';
import { Dialog } from '../components/Dialog.tsx';
import { QuietButton } from '../components/QuietButton.tsx';
import { useSite } from '../hooks/useSite.ts';
import '../styles/offers.css';
import { moveFocusToMain } from './move-focus-to-main.ts';
import { useInstallDeclined } from './useInstallDeclined.ts';

/** Installs the app by the browser's prompt. Not shown again once the reader has declined, here or in that prompt. */
export function InstallButton({ offer }: { offer: InstallPromptEvent }) {
  const { name } = useSite();
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const [mayOffer, decline] = useInstallDeclined();
  if (!mayOffer) return null;
  const refuse = () => {
    dialog.current?.close();
    decline();
    moveFocusToMain();
  };
  const install = async () => {
    dialog.current?.close();
    const { outcome } = await offer.prompt();
    if (outcome === 'dismissed') decline();
    // An install prompt event can be used only once.
    installPrompt.set(undefined);
    moveFocusToMain();
  };
  return (
    <div className="bar-install">
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Install
      </button>
      {isOpen && (
        <Dialog ref={dialog} heading={`Install ${name}?`} onClose={() => setOpen(false)}>
          <p>It opens in its own window, like any other app, with or without a network.</p>
          <div className="form-actions">
            <button type="button" className="button" onClick={() => void install()}>
              Install the app
            </button>
            <QuietButton onClick={refuse}>No, and do not ask again</QuietButton>
          </div>
        </Dialog>
      )}
    </div>
  );
}
