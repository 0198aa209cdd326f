import { hasNoZone } from '../../contract/post-time.ts';
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
  const timeZone = hasNoZone(date) ? 'UTC' : undefined;
  const shown = isInBrowser ? parsed.toLocaleDateString(undefined, { timeZone }) : iso?.slice(0, 10);
  return iso && <time dateTime={timeZone ? iso.slice(0, 10) : iso}>{shown}</time>;
}
