import type { Post } from '../../contract/posts.ts';

/** A post's date as the reader's own locale writes it; nothing where the backend sent none that is one. */
export function LocalDate({ date }: { date: Post['createdAt'] }) {
  const parsed = new Date(date ?? Number.NaN);
  if (Number.isNaN(parsed.getTime())) return null;
  return <time dateTime={parsed.toISOString()}>{parsed.toLocaleDateString()}</time>;
}
