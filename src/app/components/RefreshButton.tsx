import { useBusy } from '../hooks/useBusy.ts';

/** A reload button. The styles show it only in the installed app, which lacks the browser's reload button. */
export function RefreshButton({ refresh }: { refresh: () => Promise<void> }) {
  const [isBusy, run] = useBusy();
  return (
    <button type="button" className="button quiet refresh" aria-disabled={isBusy} onClick={() => run(refresh)}>
      {isBusy ? 'Refreshing…' : 'Refresh'}
    </button>
  );
}
