import { product } from '../../contract/product.ts';
import '../styles/offers.css';
import { focusScreen } from './focusScreen.ts';
import { useInstallAnswer } from './useInstallAnswer.ts';

/** For Safari on iOS, once something lies here that could be lost. */
export function HomeScreenNotice() {
  const [mayOffer, decline] = useInstallAnswer();
  if (!mayOffer) return null;
  const dismiss = () => {
    decline();
    focusScreen();
  };
  return (
    <div className="offer">
      <p>
        Safari deletes what a website keeps here after seven days without use, but not what an app keeps. To make{' '}
        {product.name} an app, press Share, then Add to Home Screen.
      </p>
      <button type="button" className="button quiet" onClick={dismiss}>
        Got it
      </button>
    </div>
  );
}
