import { useSearchParams } from 'react-router-dom';

/** Returns the path of a list's call, with the `after` cursor from the address, for paging without JavaScript. */
export function useListPath(path: string): string {
  const after = useSearchParams()[0].get('after');
  return after ? `${path}&after=${encodeURIComponent(after)}` : path;
}
