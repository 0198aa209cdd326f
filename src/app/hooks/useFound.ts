import { useEffect, useEffectEvent, useState } from 'react';
import { orLog } from '../../device/or-log.ts';

/**
 * Runs `work` once for each key, and returns the result.
 *
 * @param failure the message that is logged if the work rejects
 * @returns the result; `undefined` until the work resolves, or if it rejects
 */
export function useFound<T>(key: string, work: () => Promise<T>, failure: string): T | undefined {
  const [found, setFound] = useState<{ key: string; value: T | undefined }>();
  const find = useEffectEvent(() => orLog(failure, work()));
  useEffect(() => {
    let isCurrent = true;
    void find().then((value) => isCurrent && setFound({ key, value }));
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return found?.key === key ? found.value : undefined;
}
