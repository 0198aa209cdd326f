import { useEffect, useState } from 'react';
import { declineInstall, isInstallDeclined } from '../../device/install/install-declined.ts';

/** @returns whether installing may be offered (false until the stored choice has been read), and how to decline. */
export function useInstallDeclined(): [boolean, () => void] {
  const [mayOffer, setMayOffer] = useState(false);
  useEffect(() => {
    isInstallDeclined().then(
      (isDeclined) => setMayOffer(!isDeclined),
      (error) => console.error('Could not read whether installing was declined; it is not offered.', error),
    );
  }, []);
  const decline = () => {
    setMayOffer(false);
    declineInstall().catch((error) => console.error('Could not store that installing was declined.', error));
  };
  return [mayOffer, decline];
}
