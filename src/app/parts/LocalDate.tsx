import type { Post } from '../../contract/posts.ts';
import { useIsInBrowser } from './useIsInBrowser.ts';

/**
 * A post's date as the reader's own locale writes it; nothing where the backend sent none that is one. The server
 * knows no reader: it writes the date of ISO 8601, and the browser its own in the same place.
 */
export function LocalDate({ date }: { date: Post['createdAt'] }) {
  const parsed = new Date(date ?? Number.NaN);
  const iso = Number.isNaN(parsed.getTime()) ? undefined : parsed.toISOString();
  const isInBrowser = useIsInBrowser();
  return iso && <time dateTime={iso}>{isInBrowser ? parsed.toLocaleDateString() : iso.slice(0, 10)}</time>;
}
