import { useState } from 'react';

/**
 * Tracks whether a button's work is running. Show that by `aria-disabled`: `disabled` would take the focus away.
 *
 * @returns whether work is running, and a function that runs work unless earlier work is still running
 */
export function useBusy(): [boolean, (work: () => Promise<void>) => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };
  return [isBusy, run];
}
