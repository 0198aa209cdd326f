import { useState } from 'react';

/**
 * Runs actions of buttons that can fail, for example because storage is full.
 *
 * @returns whether the last action failed (show `actionFailedMessage`), and a function that runs an action and never
 * rejects.
 */
export function useFailableAction(): [boolean, (work: () => Promise<unknown>) => Promise<void>] {
  const [hasFailed, setHasFailed] = useState(false);
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      setHasFailed(false);
    } catch (error) {
      console.error('The action failed; a message says so on screen.', error);
      setHasFailed(true);
    }
  };
  return [hasFailed, attempt];
}

export const actionFailedMessage = 'That did not work. Nothing has changed. Try again.';
