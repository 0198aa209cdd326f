import { useEffect, useState } from 'react';
import { loadWriting } from '../../writing/record/read-writing.ts';

/** Whether what waits has been read. What is shown earlier would change at once: cards with a pending delete flash up. */
export function useIsWritingLoaded(): boolean {
  const [isRead, setIsRead] = useState(false);
  useEffect(() => void loadWriting().then(() => setIsRead(true)), []);
  return isRead;
}
