import { useEffect, useState } from 'react';
import { declineInstall, isInstallDeclined } from '../../data/install-answer.ts';

/** Whether the app may be offered for installing, which is not so until the device has said so; and how to decline. */
export function useInstallAnswer(): [boolean, () => void] {
  const [mayOffer, setMayOffer] = useState(false);
  useEffect(() => {
    isInstallDeclined().then(
      (isDeclined) => setMayOffer(!isDeclined),
      (error) => console.error('It could not be read whether installing has been declined.', error),
    );
  }, []);
  const decline = () => {
    setMayOffer(false);
    declineInstall().catch((error) => console.error('It could not be kept that installing was declined.', error));
  };
  return [mayOffer, decline];
}
