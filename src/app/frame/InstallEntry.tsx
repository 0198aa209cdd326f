import { useId, useRef } from 'react';
import { product } from '../../contract/product.ts';
import { type InstallOffer, installOffer } from '../../data/install.ts';
import '../styles/offers.css';
import { focusScreen } from './focusScreen.ts';
import { useInstallAnswer } from './useInstallAnswer.ts';

/** Where the browser offers it: the way to install the app, gone for good once it is declined, here or there. */
export function InstallEntry({ offer }: { offer: InstallOffer }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [mayOffer, decline] = useInstallAnswer();
  if (!mayOffer) return null;
  const refuse = () => {
    dialog.current?.close();
    decline();
    focusScreen();
  };
  const install = async () => {
    dialog.current?.close();
    const { outcome } = await offer.prompt();
    if (outcome === 'dismissed') decline();
    // An offer can be taken up once.
    installOffer.set(undefined);
    focusScreen();
  };
  return (
    <div className="bar-install">
      <button type="button" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        Install
      </button>
      <dialog className="dialog" ref={dialog} aria-labelledby={id}>
        <h2 id={id}>Install {product.name}?</h2>
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
