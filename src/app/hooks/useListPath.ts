import { useSearchParams } from 'react-router-dom';

/**
 * The path of the call for the page of a list that the address asks for: readers without JavaScript go from page to page
 * by `after`.
 */
export function useListPath(path: string): string {
  const after = useSearchParams()[0].get('after');
  return after ? `${path}&after=${encodeURIComponent(after)}` : path;
}
