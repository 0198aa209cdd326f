import { useEffect, useState } from 'react';
import { loadWriting } from '../../writing/record/read-writing.ts';

/** Returns whether waiting texts have been read. Until then, screens do not know which posts have a pending delete. */
export function useIsWritingLoaded(): boolean {
  const [isRead, setIsRead] = useState(false);
  useEffect(() => void loadWriting().then(() => setIsRead(true)), []);
  return isRead;
}
