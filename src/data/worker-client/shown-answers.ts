import type { ShownAnswer } from './messages.ts';

/** What was shown before the worker served the page, by URL. Includes posts of a list that newer ones have replaced. */
export type ShownAnswers = Map<string, ShownAnswer>;

export function addShown(shown: ShownAnswers, { url, ids, pages }: ShownAnswer): void {
  const before = shown.get(url);
  shown.set(url, {
    url,
    ids: [...new Set([...(before?.ids ?? []), ...ids])],
    pages: Math.max(before?.pages ?? 1, pages),
  });
}
