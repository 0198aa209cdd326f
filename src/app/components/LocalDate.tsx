import { hasNoZone } from '../../contract/post-time.ts';
import type { Post } from '../../contract/posts.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { useSite } from '../hooks/useSite.ts';

/**
 * A post's date in the reader's locale; nothing if the backend sent no valid date. The server does not know the locale.
 * It renders the date in the site's language, else in ISO 8601. The browser replaces that text after hydration.
 */
export function LocalDate({ date }: { date: Post['createdAt'] }) {
  const parsed = new Date(date ?? Number.NaN);
  const iso = Number.isNaN(parsed.getTime()) ? undefined : parsed.toISOString();
  const isInBrowser = useIsHydrated();
  const timeZone = hasNoZone(date) ? 'UTC' : undefined;
  const { language } = useSite();
  const onServer = language ? iso && parsed.toLocaleDateString(language.tag, { timeZone: 'UTC' }) : iso?.slice(0, 10);
  // With options, V8 creates a formatter for each date, which takes 40 times as long as formatting the date.
  const shown = isInBrowser ? parsed.toLocaleDateString(undefined, timeZone && { timeZone }) : onServer;
  return iso && <time dateTime={timeZone ? iso.slice(0, 10) : iso}>{shown}</time>;
}
