import { useState } from 'react';

/**
 * What a person asked for by a button and the device may refuse.
 *
 * @returns whether the last attempt failed, to be said in words, and how to make one; an attempt never rejects.
 */
export function useAttempt(): [boolean, (work: () => Promise<unknown>) => Promise<void>] {
  const [hasFailed, setHasFailed] = useState(false);
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      setHasFailed(false);
    } catch (error) {
      console.error('What was asked for did not happen.', error);
      setHasFailed(true);
    }
  };
  return [hasFailed, attempt];
}

export const attemptFailed = 'This device did not do that. Nothing has changed; try again.';
