import { useSearchParams } from 'react-router-dom';

/**
 * Returns the path of the call for a list, with `after` from the address. Readers without JavaScript need it for paging.
 */
export function useListPath(path: string): string {
  const after = useSearchParams()[0].get('after');
  return after ? `${path}&after=${encodeURIComponent(after)}` : path;
}
