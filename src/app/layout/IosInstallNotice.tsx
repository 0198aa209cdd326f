import { useSite } from '../hooks/useSite.ts';
import '../styles/offers.css';
import { QuietButton } from '../components/QuietButton.tsx';
import { moveFocusToMain } from './move-focus-to-main.ts';
import { useInstallDeclined } from './useInstallDeclined.ts';

/** Explains installing in Safari on iOS, which deletes a website's stored data after seven days without use. */
export function IosInstallNotice() {
  const { name } = useSite();
  const [mayOffer, decline] = useInstallDeclined();
  if (!mayOffer) return null;
  const dismiss = () => {
    decline();
    moveFocusToMain();
  };
  return (
    <div className="offer sheet">
      <p>
        Safari deletes a website’s data after seven days without use, but not an app’s. To make {name} an app, press
        Share, then Add to Home Screen.
      </p>
      <QuietButton onClick={dismiss}>Got it</QuietButton>
    </div>
  );
}
