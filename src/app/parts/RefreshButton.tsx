import { useState } from 'react';

/** For the installed app, which has no browser's button (the styles know). */
export function RefreshButton({ refresh }: { refresh: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    if (isBusy) return;
    setBusy(true);
    await refresh();
    setBusy(false);
  };
  return (
    <button type="button" className="button quiet refresh" aria-disabled={isBusy} onClick={press}>
      {isBusy ? 'Refreshing…' : 'Refresh'}
    </button>
  );
}
