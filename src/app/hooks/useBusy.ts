import { useState } from 'react';

/**
 * For buttons whose press takes a while; they set `aria-disabled`, as `disabled` would take the focus away.
 *
 * @returns whether a work is running, and a function that runs one, or does nothing while another one is.
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
