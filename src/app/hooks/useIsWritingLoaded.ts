import { useEffect, useState } from 'react';
import { loadWriting } from '../../writing/record/read-writing.ts';

/** Returns whether waiting texts have been read. Screens wait for that: else cards whose delete is pending would flash up. */
export function useIsWritingLoaded(): boolean {
  const [isRead, setIsRead] = useState(false);
  useEffect(() => void loadWriting().then(() => setIsRead(true)), []);
  return isRead;
}
