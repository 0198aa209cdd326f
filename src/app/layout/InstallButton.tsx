import { useId, useRef } from 'react';
import { type InstallPromptEvent, installPrompt } from '../../device/install/install-prompt.ts';
import { useSite } from '../hooks/useSite.ts';
import '../styles/offers.css';
import { moveFocusToMain } from './move-focus-to-main.ts';
import { useInstallDeclined } from './useInstallDeclined.ts';

/** Installs the app by the browser's prompt. Not shown again once the reader has declined, here or in that prompt. */
export function InstallButton({ offer }: { offer: InstallPromptEvent }) {
  const { name } = useSite();
  const id = useId();
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
      <button type="button" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        Install
      </button>
      <dialog className="dialog" ref={dialog} aria-labelledby={id}>
        <h2 id={id}>Install {name}?</h2>
        <p>It then opens like any other app, in a window of its own, with or without a network.</p>
        <div className="form-actions">
          <button type="button" className="button" onClick={() => void install()}>
            Install the app
          </button>
          <button type="button" className="button quiet" onClick={refuse}>
            No, and do not ask again
          </button>
        </div>
      </dialog>
    </div>
  );
}
