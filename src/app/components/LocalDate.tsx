import type { Post } from '../../contract/posts.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';

/**
 * A post's date in the reader's locale; nothing if the backend sent no valid date. The server does not know the
 * reader's locale and renders the ISO 8601 date, which the browser replaces after hydration.
 */
export function LocalDate({ date }: { date: Post['createdAt'] }) {
  const parsed = new Date(date ?? Number.NaN);
  const iso = Number.isNaN(parsed.getTime()) ? undefined : parsed.toISOString();
  const isInBrowser = useIsHydrated();
  return iso && <time dateTime={iso}>{isInBrowser ? parsed.toLocaleDateString() : iso.slice(0, 10)}</time>;
}
