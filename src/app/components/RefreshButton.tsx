import { useBusy } from '../hooks/useBusy.ts';

/** Shown by the styles only in the installed app, which has no reload button of the browser. */
export function RefreshButton({ refresh }: { refresh: () => Promise<void> }) {
  const [isBusy, run] = useBusy();
  return (
    <button type="button" className="button quiet refresh" aria-disabled={isBusy} onClick={() => run(refresh)}>
      {isBusy ? 'Refreshing…' : 'Refresh'}
    </button>
  );
}
